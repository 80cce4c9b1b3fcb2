/** Asks one resolver for the TXT values of one name, and says which answers are definite. */

import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { traced } from '@nameloan/service/trace.ts';

export type TxtAnswer =
  | { readonly kind: 'VALUES'; readonly values: readonly string[] }
  /** The resolver is sure that there is no such name, or no TXT record at it. */
  | { readonly kind: 'ABSENT'; readonly code: string }
  /** Anything else: nothing can be concluded from it. */
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
 * Never throws and always answers within timeoutMs. The strings of one record are joined (RFC 1035
 * section 3.3.14), aliases are followed by the resolver, a truncated answer is asked again over TCP.
 */
export function resolveTxt(question: TxtQuery): Promise<TxtAnswer> {
  return traced('DNS TXT', { kind: 'client' }, async (span) => {
    const answer = await queryResolver(question);
    span?.setAttribute('nameloan.answer', answer.kind === 'VALUES' ? answer.kind : answer.code);
    return answer;
  });
}

async function queryResolver({ name, resolver, timeoutMs }: TxtQuery): Promise<TxtAnswer> {
  // A resolver object each time: its own socket, and no answer remembered from an earlier check.
  const client = new Resolver({
    timeout: Math.max(1, Math.floor(timeoutMs / attempts)),
    tries: attempts,
  });
  // c-ares doubles its timeout with each try, so the whole has a limit of its own.
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

/** A name is looked up each time: containers change their addresses. Throws what says why there is none in time. */
async function resolveResolverAddress(resolver: string, timeoutMs: number): Promise<string> {
  const colon = resolver.lastIndexOf(':');
  const host = resolver.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) return resolver;
  const late = new AbortController();
  const found = lookup(host, { family: 4 }).catch((error: Error) => {
    // The resolver's own name says nothing about the name that it was to be asked for.
    throw Object.assign(new Error('the resolver has no address', { cause: error }), {
      code: 'ERESOLVER',
    });
  });
  try {
    const none = pause(timeoutMs, undefined, { signal: late.signal });
    const answer = await Promise.race([found, none]);
    if (!answer) throw Object.assign(new Error('looked up too long'), { code: 'ETIMEOUT' });
    return `${answer.address}${resolver.slice(colon)}`;
  } finally {
    late.abort();
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'EUNKNOWN';
}
