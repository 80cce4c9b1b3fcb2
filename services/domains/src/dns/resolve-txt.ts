/** Queries one resolver for the TXT values of a name and separates definite answers from unclear ones. */

import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { traced } from '@nameloan/runtime/trace';

export type TxtAnswer =
  | { readonly kind: 'VALUES'; readonly values: readonly string[] }
  /** The resolver reports that the name or its TXT record does not exist. */
  | { readonly kind: 'ABSENT'; readonly code: string }
  /** Any other result; inconclusive. */
  | { readonly kind: 'UNCLEAR'; readonly code: string };

export interface TxtQuery {
  /** As A-labels. */
  readonly name: string;
  /** `host:port` */
  readonly resolver: string;
  readonly timeoutMs: number;
}

/** NXDOMAIN and an answer without TXT records (RFC 2308), as c-ares names them. */
const definitelyAbsent = new Set(['ENOTFOUND', 'ENODATA']);
const attempts = 2;

/**
 * Never throws and always resolves within timeoutMs. The strings of one record are joined (RFC 1035
 * section 3.3.14), the resolver follows aliases, and a truncated answer is retried over TCP.
 */
export function resolveTxt(query: TxtQuery): Promise<TxtAnswer> {
  return traced('DNS TXT', { kind: 'client' }, async (span) => {
    const answer = await queryResolver(query);
    span?.setAttribute('nameloan.answer', answer.kind === 'VALUES' ? answer.kind : answer.code);
    return answer;
  });
}

async function queryResolver({ name, resolver, timeoutMs }: TxtQuery): Promise<TxtAnswer> {
  // A new resolver for each query: its own socket, and no cached answers.
  const client = new Resolver({
    timeout: Math.max(1, Math.floor(timeoutMs / attempts)),
    tries: attempts,
  });
  // c-ares doubles its timeout with each attempt, so the total needs its own limit.
  const deadline = setTimeout(() => client.cancel(), timeoutMs);
  try {
    client.setServers([await resolveResolverAddress(resolver, timeoutMs / 2)]);
    const records = await client.resolveTxt(name);
    return { kind: 'VALUES', values: records.map((strings) => strings.join('')) };
  } catch (error) {
    const code = codeOf(error);
    return { kind: definitelyAbsent.has(code) ? 'ABSENT' : 'UNCLEAR', code };
  } finally {
    clearTimeout(deadline);
  }
}

/** Looks the host up each time, because containers change their addresses. Throws with a code when there is no address in time. */
async function resolveResolverAddress(resolver: string, timeoutMs: number): Promise<string> {
  const colon = resolver.lastIndexOf(':');
  const host = resolver.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) return resolver;
  const timeout = new AbortController();
  const found = lookup(host, { family: 4 }).catch((error: Error) => {
    // A failure to find the resolver itself says nothing about the queried name.
    throw Object.assign(new Error('the resolver has no address', { cause: error }), {
      code: 'ERESOLVER',
    });
  });
  try {
    const expired = pause(timeoutMs, undefined, { signal: timeout.signal });
    const answer = await Promise.race([found, expired]);
    if (!answer) throw Object.assign(new Error('lookup timed out'), { code: 'ETIMEOUT' });
    return `${answer.address}${resolver.slice(colon)}`;
  } finally {
    timeout.abort();
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'EUNKNOWN';
}
