/**
 * Checks the nameservers of a domain at the servers of its parent zone: only the domain's registrar account can change
 * them there. A resolver's answer would come from the domain's zone or a cache (RFC 2181 section 5.4.1).
 */

import type { ProofFinding } from '@nameloan/contracts/proof-findings';
import type { DecodedPacket } from 'dns-packet';
import type { ProofOutcome } from './check-proof.ts';
import type { ParentQuery } from './find-parent-servers.ts';
import { chooseParentServers } from './find-parent-servers.ts';
import { DnsError, isDefinite, queryServer } from './query-server.ts';

export interface DelegationQuery extends ParentQuery {
  /** As A-labels. */
  readonly domain: string;
  /** All of them must be in the delegation. */
  readonly nameservers: readonly string[];
  /** Domain under which every account has such nameservers. */
  readonly proofHost: string;
}

export interface DelegationResult {
  /** FOUND and MISSING: all servers agree. */
  readonly outcome: ProofOutcome;
  /** All servers name only nameservers for proofs, of another account: they serve no zone, so no record is there. */
  readonly elsewhere: boolean;
  readonly findings: ProofFinding[];
}

interface ServerResult {
  readonly finding: ProofFinding;
  readonly elsewhere: boolean;
}

export async function checkDelegation(query: DelegationQuery): Promise<DelegationResult> {
  const servers = await chooseParentServers(query);
  if (servers.length === 0) return { outcome: 'UNKNOWN', elsewhere: false, findings: [] };
  const all = await Promise.all(servers.map((server) => queryParent(query, server)));
  const findings = all.map(({ finding }) => finding);
  const elsewhere = all.every((one) => one.elsewhere);
  const results = new Set(findings.map(({ result }) => result));
  if (results.size > 1 || results.has('UNKNOWN'))
    return { outcome: 'UNKNOWN', elsewhere, findings };
  return { outcome: results.has('FOUND') ? 'FOUND' : 'MISSING', elsewhere, findings };
}

async function queryParent(query: DelegationQuery, server: string): Promise<ServerResult> {
  const { domain, timeoutMs } = query;
  const finding = { resolver: server, host: domain, otherRecords: 0, errorCode: null } as const;
  const unclear = (errorCode: string): ServerResult => {
    return { finding: { ...finding, result: 'UNKNOWN', errorCode }, elsewhere: false };
  };
  try {
    const question = { name: domain, type: 'NS', server, authoritative: true } as const;
    const response = await queryServer(question, timeoutMs);
    if (!isDefinite(response)) return unclear('ESERVFAIL');
    const delegation = readNameservers(domain, response);
    const isOurs = query.nameservers.every((one) => delegation.includes(one));
    return {
      finding: { ...finding, result: isOurs ? 'FOUND' : 'ABSENT' },
      elsewhere: isElsewhere(query, delegation),
    };
  } catch (error) {
    return unclear(codeOf(error));
  }
}

/** One ordinary nameserver, or one of this account, is enough for the records to decide. */
function isElsewhere(
  { nameservers, proofHost }: DelegationQuery,
  delegation: readonly string[],
): boolean {
  const isOther = (one: string) => one.endsWith(`.${proofHost}`) && !nameservers.includes(one);
  return delegation.length > 0 && delegation.every(isOther);
}

/** A parent zone's server refers to the delegation in the authority section (RFC 1034 section 4.3.2). */
function readNameservers(
  owner: string,
  { answers = [], authorities = [] }: DecodedPacket,
): string[] {
  return [...answers, ...authorities].flatMap((one) =>
    one.type === 'NS' && one.name.toLowerCase() === owner ? [one.data.toLowerCase()] : [],
  );
}

function codeOf(error: unknown): string {
  return error instanceof DnsError ? error.code : 'EUNKNOWN';
}
