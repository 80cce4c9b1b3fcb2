/** Reads the DS records that the parent zone publishes, where a registrar does not show them. */

import type { ParentQuery } from '../dns/find-parent-servers.ts';
import { chooseParentServers } from '../dns/find-parent-servers.ts';
import { isDefinite, queryServer } from '../dns/query-server.ts';
import type { DsRecord } from './ds-record.ts';
import { isSameDs } from './ds-record.ts';

interface DsQuery extends ParentQuery {
  /** As A-labels. */
  readonly domain: string;
}

/**
 * Undefined: no server answered. UNCLEAR: some did not, or they do not agree, so that there may be records. Never throws;
 * takes at most three timeouts.
 */
export async function readParentDs(query: DsQuery): Promise<DsRecord[] | 'UNCLEAR' | undefined> {
  const servers = await chooseParentServers(query);
  const answers = await Promise.all(servers.map((server) => readDs(query, server)));
  const [first, ...others] = answers.filter((one) => one !== undefined);
  if (!first) return undefined;
  const agree = others.length === answers.length - 1;
  return agree && others.every((other) => isSameDs(first, other)) ? first : 'UNCLEAR';
}

async function readDs(
  { domain, timeoutMs }: DsQuery,
  server: string,
): Promise<DsRecord[] | undefined> {
  try {
    const question = { name: domain, type: 'DS', server, authoritative: true } as const;
    const response = await queryServer(question, timeoutMs);
    // A referral without records proves nothing: the parent zone is authoritative for them (RFC 4035 section 3.1.4.1).
    if (!response.flag_aa || !isDefinite(response)) return undefined;
    return (response.answers ?? []).flatMap((one) =>
      one.type === 'DS' && one.name.toLowerCase() === domain
        ? [{ ...one.data, digest: one.data.digest.toString('hex').toUpperCase() }]
        : [],
    );
  } catch {
    return undefined;
  }
}
