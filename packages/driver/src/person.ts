/** A user of the product's REST API, as a script or a test plays one. */

export interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses are read freely; the caller asserts their content
  body: any;
  headers: Headers;
}

/** A call that was expected to succeed and did not; carries the answer. */
export class ApiCallError extends Error {
  readonly answer: ApiResponse;

  constructor(call: string, answer: ApiResponse) {
    super(`${call} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    this.answer = answer;
  }
}

/** What was already done, here or by another process, is no failure. */
export function ignoreConflict(error: unknown): undefined {
  if (error instanceof ApiCallError && error.answer.status === 409) return undefined;
  throw error;
}

export class Person {
  readonly baseUrl: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  token: string | undefined;
  refreshToken: string | undefined;

  constructor(baseUrl: string, who: { name: string; email: string; password: string }) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.name = who.name;
    this.email = who.email;
    this.password = who.password;
  }

  /** Any call, any outcome; `token: null` calls as a visitor. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    more: { token?: string | null; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse> {
    const token = more.token === undefined ? this.token : more.token;
    const response = await fetch(`${this.baseUrl}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { 'x-access-token': token } : {}),
        ...more.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text), headers: response.headers };
  }

  /** A call that must succeed; resolves to the body, throws CallFailed otherwise. Renews an expired token once. */
  // biome-ignore lint/suspicious/noExplicitAny: see Answer
  async ok(method: string, path: string, body?: unknown): Promise<any> {
    let answer = await this.call(method, path, body);
    if (answer.status === 401 && this.refreshToken && !path.startsWith('/users/')) {
      await this.refresh();
      answer = await this.call(method, path, body);
    }
    if (answer.status >= 300) throw new ApiCallError(`${method} ${path}`, answer);
    return answer.body;
  }

  get = (path: string) => this.ok('GET', path);
  post = (path: string, body?: unknown) => this.ok('POST', path, body);

  /** A file as the body, under its name. */
  async upload(path: string, name: string, content: string | Uint8Array): Promise<void> {
    const url = `${this.baseUrl}/api${path}?name=${encodeURIComponent(name)}`;
    const headers = {
      'content-type': 'application/octet-stream',
      'x-access-token': this.token ?? '',
    };
    const answer = await fetch(url, { method: 'POST', headers, body: Buffer.from(content) });
    const { status } = answer;
    const body = parse(await answer.text());
    if (status >= 300)
      throw new ApiCallError(`POST ${path}`, { status, body, headers: answer.headers });
  }

  async register(): Promise<this> {
    const { name, email, password } = this;
    return this.#take(
      await this.call('POST', '/users/register', { name, email, password }, { token: null }),
    );
  }

  async login(mfa?: string): Promise<this> {
    const { email, password } = this;
    const body = { email, password, ...(mfa === undefined ? {} : { mfa }) };
    return this.#take(await this.call('POST', '/users/login', body, { token: null }));
  }

  async refresh(): Promise<void> {
    const answer = await this.call(
      'POST',
      '/users/refresh',
      { refreshToken: this.refreshToken },
      { token: null },
    );
    if (answer.status !== 200) throw new ApiCallError('refresh', answer);
    this.token = answer.body.accessToken;
    this.refreshToken = answer.body.refreshToken;
  }

  /** One GraphQL operation; resolves to data, throws with the first error's sentence. */
  // biome-ignore lint/suspicious/noExplicitAny: see Answer
  async graphql(query: string, variables: Record<string, unknown> = {}): Promise<any> {
    const response = await fetch(`${this.baseUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.token ? { 'x-access-token': this.token } : {}),
      },
      body: JSON.stringify({ query, variables }),
    });
    const body = JSON.parse(await response.text());
    if (body.errors) {
      throw new ApiCallError('graphql', {
        status: response.status,
        body,
        headers: response.headers,
      });
    }
    return body.data;
  }

  #take(answer: ApiResponse): this {
    if (answer.status >= 300) throw new ApiCallError('sign in', answer);
    this.token = answer.body.token;
    this.refreshToken = answer.body.refreshToken;
    return this;
  }
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
