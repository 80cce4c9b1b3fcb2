/** Resolves the host of a DNS provider by the resolvers of the settings, as the proofs are. */

import type { LookupAddress } from 'node:dns';
import type { RecordType } from 'dns-packet';
import { isDefinite, queryServer } from '../dns/query-server.ts';
import type { Resolver } from '../dns/resolver.ts';

interface HostQuery {
  readonly resolvers: readonly Resolver[];
  /** For each query. */
  readonly timeoutMs: number;
}

const families = { A: 4, AAAA: 6 } as const;

/**
 * The addresses that the first resolver with an answer names; the caller checks them. A resolver also returns those of
 * the name that an alias leads to. Empty without any; never throws.
 */
export async function resolveHost(
  { resolvers, timeoutMs }: HostQuery,
  host: string,
): Promise<LookupAddress[]> {
  for (const { address: server } of resolvers) {
    const answers = await Promise.all([
      query({ host, type: 'A', server }, timeoutMs),
      query({ host, type: 'AAAA', server }, timeoutMs),
    ]);
    const found = answers.flatMap((answer) => answer ?? []);
    if (found.length > 0 || answers.every((answer) => answer !== undefined)) return found;
  }
  return [];
}

/** Undefined: no definite answer. */
async function query(
  {
    host,
    type,
    server,
  }: { host: string; type: keyof typeof families & RecordType; server: string },
  timeoutMs: number,
): Promise<LookupAddress[] | undefined> {
  try {
    const response = await queryServer({ name: host, type, server }, timeoutMs);
    if (!isDefinite(response)) return undefined;
    return (response.answers ?? []).flatMap((one) =>
      one.type === type ? [{ address: String(one.data), family: families[type] }] : [],
    );
  } catch {
    return undefined;
  }
}
