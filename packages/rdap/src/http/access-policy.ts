/** Which servers the client may call. Answers name addresses of strangers, so all but public https is refused. */

import { isIP } from 'node:net';
import { isLoopback } from '@nameloan/runtime/loopback';
import { isPublicAddress } from './public-address.ts';

export class AccessPolicy {
  readonly #bootstrapHost: string;
  readonly #allowPlainHttp: boolean;

  /** With `allowPlainHttp` this machine and the host of the bootstrap file are allowed too, by http. */
  constructor(bootstrapUrl: string, allowPlainHttp: boolean) {
    this.#bootstrapHost = URL.parse(bootstrapUrl)?.hostname ?? '';
    this.#allowPlainHttp = allowPlainHttp;
  }

  /** Whether the sandbox serves this host. */
  isSandbox(host: string): boolean {
    return this.#allowPlainHttp && (isLoopback(host) || host === this.#bootstrapHost);
  }

  /** Whether a URL may be requested; its host name is checked again when it is resolved. */
  allowsUrl(url: URL): boolean {
    if (url.username !== '' || url.password !== '') return false;
    if (this.isSandbox(url.hostname)) return /^https?:$/.test(url.protocol);
    if (url.protocol !== 'https:') return false;
    // The operator chose the address of the bootstrap file.
    if (url.hostname === this.#bootstrapHost) return true;
    if (url.port !== '') return false;
    const bare = url.hostname.replace(/^\[(.*)\]$/, '$1');
    return isIP(bare) === 0 ? bare.includes('.') : isPublicAddress(bare);
  }

  /** Whether a host may have this address. */
  allowsAddress(host: string, address: string): boolean {
    if (host === this.#bootstrapHost || this.isSandbox(host)) return true;
    return isPublicAddress(address);
  }
}
