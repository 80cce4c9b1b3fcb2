/** Client of the sandbox's control API, for scripts and tests. */

export class SandboxClient {
  readonly url: string;

  constructor(url: string) {
    this.url = url.replace(/\/+$/, '');
  }

  // biome-ignore lint/suspicious/noExplicitAny: responses are untyped; the caller asserts their content
  async #call(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`sandbox ${method} ${path} returned status ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  setTxt = (name: string, txt: string[]) => this.#call('PUT', `/dns/${name}`, { txt });
  removeTxt = (name: string) => this.#call('DELETE', `/dns/${name}`);
  registered = (name: string) => this.#call('GET', `/registry/domains/${name}`);
  change = (name: string, patch: Record<string, unknown>) =>
    this.#call('PATCH', `/registry/domains/${name}`, patch);
  approve = (name: string) => this.#call('POST', `/registry/domains/${name}/approve`, {});
  reject = (name: string) => this.#call('POST', `/registry/domains/${name}/reject`, {});
  takeover = (name: string, authCode?: string) =>
    this.#call('POST', `/registry/domains/${name}/takeover`, authCode ? { authCode } : {});
  checkouts = () => this.#call('GET', '/checkouts');
  pay = (id: string, options: Record<string, unknown> = {}) =>
    this.#call('POST', `/checkouts/${id}/pay`, options);
  cancelPayment = (id: string) => this.#call('POST', `/checkouts/${id}/cancel`, {});
  failPayment = (id: string) => this.#call('POST', `/checkouts/${id}/fail`, {});
  /** Refund by the merchant or dispute at the payer's bank, of an amount in dollars or of the rest. */
  refund = (id: string, dollars?: number) =>
    this.#call('POST', `/checkouts/${id}/refund`, toAmount(dollars));
  dispute = (id: string, dollars?: number) =>
    this.#call('POST', `/checkouts/${id}/dispute`, toAmount(dollars));
  win = (id: string) => this.#call('POST', `/checkouts/${id}/win`, {});
  lose = (id: string) => this.#call('POST', `/checkouts/${id}/lose`, {});
  redeliver = (id: string) => this.#call('POST', `/checkouts/${id}/redeliver`, {});
  advance = (advance: string) => this.#call('POST', '/clock', { advance });
  moveTo = (at: string) => this.#call('POST', '/clock', { at });
  clock = () => this.#call('GET', '/clock');
  set = (settings: Record<string, unknown>) => this.#call('PUT', '/settings', settings);

  faults = () => this.#call('GET', '/faults');

  /** Mails to an address, newest first. */
  mail = (
    to: string,
  ): Promise<{ to: string; subject: string; text: string; html: string; at: string }[]> =>
    this.#call('GET', `/mail?to=${encodeURIComponent(to)}`);
}

function toAmount(dollars: number | undefined): Record<string, unknown> {
  return dollars === undefined ? {} : { amountCents: Math.round(dollars * 100) };
}

/** Polls until `read` returns a truthy value; after the deadline throws an error that names `what`. */
export async function waitFor<R>(
  what: string,
  read: () => Promise<R | undefined | false | null>,
  deadlineMs = 60_000,
): Promise<R> {
  const until = Date.now() + deadlineMs;
  for (let pauseMs = 20; ; pauseMs = Math.min(400, pauseMs * 1.5)) {
    const value = await read();
    if (value) return value;
    if (Date.now() > until) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
