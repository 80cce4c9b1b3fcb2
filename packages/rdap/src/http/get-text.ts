/** One bounded GET: pinned addresses, few redirects, limits of size and time. */

import type { LookupAddress } from 'node:dns';
import { lookup as resolveHost } from 'node:dns';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { AccessPolicy } from './access-policy.ts';

/** UNSAFE: the address is not allowed. TOO_LONG: the body exceeds the limit. UNREACHABLE: no complete response. */
export class GetError extends Error {
  readonly code: 'UNSAFE' | 'TOO_LONG' | 'UNREACHABLE';

  constructor(code: GetError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GetError';
    this.code = code;
  }
}

export interface GetOptions {
  policy: AccessPolicy;
  accept: string;
  userAgent: string;
  /** For the whole exchange, redirects included. */
  timeoutMs: number;
  /** 0: a redirect is the answer; default 3. */
  maxRedirects?: number;
  /** Resolves a host; the policy checks the addresses. Default, and always for the sandbox: the system's resolver. */
  resolve?: (host: string) => Promise<LookupAddress[]>;
  signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The URL that answered, after redirects. */
  url: URL;
}

const maxBodyBytes = 512 * 1024;
const defaultMaxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Throws GetError. */
export async function getText(from: URL, options: GetOptions): Promise<HttpAnswer> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, options.timeoutMs);
  options.signal?.addEventListener('abort', end);
  if (options.signal?.aborted) end();
  try {
    return await getFollowing(from, options, ending.signal);
  } catch (error) {
    if (error instanceof GetError) throw error;
    throw new GetError('UNREACHABLE', `no response of ${from.hostname}`, { cause: error });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', end);
  }
}

async function getFollowing(
  from: URL,
  options: GetOptions,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  let url = from;
  const { maxRedirects = defaultMaxRedirects } = options;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    if (!options.policy.allowsUrl(url))
      throw new GetError('UNSAFE', `the address ${url.origin} is not allowed`);
    const answer = await getOnce(url, options, signal);
    const target = redirects.has(answer.status) ? answer.headers.location : undefined;
    if (target === undefined || maxRedirects === 0) return answer;
    const next = URL.parse(target, url.href);
    if (!next) throw new GetError('UNREACHABLE', `${url.hostname} redirects to no address`);
    url = next;
  }
  throw new GetError('UNREACHABLE', `${from.hostname} redirects too often`);
}

function getOnce(url: URL, options: GetOptions, signal: AbortSignal): Promise<HttpAnswer> {
  const { accept, userAgent } = options;
  const get = url.protocol === 'https:' ? getSecure : getPlain;
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': userAgent };
  // Without an agent every request resolves and checks its host, and no idle connection can break.
  const settings: RequestOptions = {
    agent: false,
    headers,
    lookup: pinnedLookup(options),
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = get(url, settings, (response) => {
      readBody(response).then(
        (body) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, url }),
        (error: unknown) => {
          request.destroy();
          reject(error);
        },
      );
    });
    request.on('error', reject);
  });
}

/** Resolves a host to its allowed addresses only; the connection uses exactly these (DNS rebinding). */
function pinnedLookup({ policy, resolve }: GetOptions): LookupFunction {
  return (host, { all, ...rest }, done) => {
    const found = (error: Error | null, addresses: LookupAddress[]) => {
      if (error) return done(error, '');
      const allowed = addresses.filter(({ address }) => policy.allowsAddress(host, address));
      const [first] = allowed;
      if (!first) return done(new GetError('UNSAFE', `${host} has no public address`), '');
      return all ? done(null, allowed) : done(null, first.address, first.family);
    };
    if (!resolve || policy.isSandbox(host)) resolveHost(host, { ...rest, all: true }, found);
    else
      resolve(host).then(
        (addresses) => found(null, addresses),
        (error: Error) => found(error, []),
      );
  };
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new GetError('TOO_LONG', 'the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
