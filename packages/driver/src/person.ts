/** A user of the product's REST API, for scripts and tests. */

export interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses are untyped; the caller asserts their content
  body: any;
  headers: Headers;
}

/** A call failed that had to succeed; has the response. */
export class ApiCallError extends Error {
  readonly response: ApiResponse;

  constructor(call: string, response: ApiResponse) {
    super(`${call} returned status ${response.status}: ${JSON.stringify(response.body)}`);
    this.response = response;
  }
}

/** Ignores 409: the step was already done, here or by another process. */
export function ignoreConflict(error: unknown): undefined {
  if (error instanceof ApiCallError && error.response.status === 409) return undefined;
  throw error;
}

export class Person {
  readonly baseUrl: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  token: string | undefined;
  refreshToken: string | undefined;

  constructor(baseUrl: string, credentials: { name: string; email: string; password: string }) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.name = credentials.name;
    this.email = credentials.email;
    this.password = credentials.password;
  }

  /**
   * Calls the API and resolves to any response; `token: null` calls as a visitor. Proves the identity again where the
   * session is not fresh any more.
   */
  async call(
    method: string,
    path: string,
    body?: unknown,
    options: { token?: string | null; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse> {
    const token = options.token === undefined ? this.token : options.token;
    const response = await fetch(`${this.baseUrl}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { 'x-access-token': token } : {}),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = parse(await response.text());
    const { code } = (answer ?? {}) as { code?: string };
    if (code === 'STEP_UP_REQUIRED' && options.token === undefined) {
      await this.stepUp();
      return this.call(method, path, body, options);
    }
    return { status: response.status, body: answer, headers: response.headers };
  }

  /** Proves the identity of the session again, with the password. */
  async stepUp(): Promise<void> {
    const body = { curPassword: this.password };
    const response = await this.call('POST', '/users/step-up', body);
    if (response.status !== 200) throw new ApiCallError('step-up', response);
  }

  /** A call that must succeed; resolves to the body, otherwise throws ApiCallError. Renews an expired token once. */
  // biome-ignore lint/suspicious/noExplicitAny: see ApiResponse
  async ok(method: string, path: string, body?: unknown): Promise<any> {
    let response = await this.call(method, path, body);
    if (response.status === 401 && this.refreshToken && !path.startsWith('/users/')) {
      await this.refresh();
      response = await this.call(method, path, body);
    }
    if (response.status >= 300) throw new ApiCallError(`${method} ${path}`, response);
    return response.body;
  }

  get = (path: string) => this.ok('GET', path);
  post = (path: string, body?: unknown) => this.ok('POST', path, body);

  /** Uploads a file. */
  async upload(path: string, name: string, content: string | Uint8Array): Promise<void> {
    const url = `${this.baseUrl}/api${path}?name=${encodeURIComponent(name)}`;
    const headers = {
      'content-type': 'application/octet-stream',
      'x-access-token': this.token ?? '',
    };
    const response = await fetch(url, { method: 'POST', headers, body: Buffer.from(content) });
    const { status } = response;
    const body = parse(await response.text());
    if (status >= 300)
      throw new ApiCallError(`POST ${path}`, { status, body, headers: response.headers });
  }

  async register(): Promise<this> {
    const { name, email, password } = this;
    return this.#saveTokens(
      await this.call('POST', '/users/register', { name, email, password }, { token: null }),
    );
  }

  async login(mfa?: string): Promise<this> {
    const { email, password } = this;
    const body = { email, password, ...(mfa === undefined ? {} : { mfa }) };
    return this.#saveTokens(await this.call('POST', '/users/login', body, { token: null }));
  }

  async refresh(): Promise<void> {
    const response = await this.call(
      'POST',
      '/users/refresh',
      { refreshToken: this.refreshToken },
      { token: null },
    );
    if (response.status !== 200) throw new ApiCallError('refresh', response);
    this.token = response.body.accessToken;
    this.refreshToken = response.body.refreshToken;
  }

  /** One GraphQL operation; resolves to data, throws ApiCallError if there are errors. */
  // biome-ignore lint/suspicious/noExplicitAny: see ApiResponse
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

  #saveTokens(response: ApiResponse): this {
    if (response.status >= 300) throw new ApiCallError('sign in', response);
    this.token = response.body.token;
    this.refreshToken = response.body.refreshToken;
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
