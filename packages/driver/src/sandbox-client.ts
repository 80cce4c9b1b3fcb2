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
  /** Hosts the names at the DNS provider with Domain Connect, which has the product's template. */
  hostDns = (domains: string[]) => this.#call('PUT', '/dns-provider', { domains, template: true });
  removeTxt = (name: string) => this.#call('DELETE', `/dns/${name}`);
  readRegistration = (name: string) => this.#call('GET', `/registry/domains/${name}`);
  updateRegistration = (name: string, patch: Record<string, unknown>) =>
    this.#call('PATCH', `/registry/domains/${name}`, patch);
  approveTransfer = (name: string) => this.#call('POST', `/registry/domains/${name}/approve`, {});
  rejectTransfer = (name: string) => this.#call('POST', `/registry/domains/${name}/reject`, {});
  takeOverDomain = (name: string, authCode?: string) =>
    this.#call('POST', `/registry/domains/${name}/takeover`, authCode ? { authCode } : {});
  readCheckouts = () => this.#call('GET', '/checkouts');
  payCheckout = (id: string, options: Record<string, unknown> = {}) =>
    this.#call('POST', `/checkouts/${id}/pay`, options);
  cancelPayment = (id: string) => this.#call('POST', `/checkouts/${id}/cancel`, {});
  failPayment = (id: string) => this.#call('POST', `/checkouts/${id}/fail`, {});
  /** Refund by the merchant or dispute at the payer's bank, of an amount in dollars or of the rest. */
  refundPayment = (id: string, dollars?: number) =>
    this.#call('POST', `/checkouts/${id}/refund`, toAmount(dollars));
  disputePayment = (id: string, dollars?: number) =>
    this.#call('POST', `/checkouts/${id}/dispute`, toAmount(dollars));
  winDispute = (id: string) => this.#call('POST', `/checkouts/${id}/win`, {});
  loseDispute = (id: string) => this.#call('POST', `/checkouts/${id}/lose`, {});
  redeliverWebhooks = (id: string) => this.#call('POST', `/checkouts/${id}/redeliver`, {});
  advanceClock = (advance: string) => this.#call('POST', '/clock', { advance });
  advanceAccountClock = (accounts: string) => this.#call('POST', '/clock', { accounts });
  moveClockTo = (at: string) => this.#call('POST', '/clock', { at });
  readClock = () => this.#call('GET', '/clock');
  updateSettings = (settings: Record<string, unknown>) => this.#call('PUT', '/settings', settings);

  readFaults = () => this.#call('GET', '/faults');

  /** Mails to an address, newest first. */
  readMails = (
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
