/**
 * Checks the nameservers of a domain at the servers of its parent zone: only the domain's registrar account can change
 * them there. A resolver's answer would come from the domain's zone or a cache (RFC 2181 section 5.4.1).
 */

import type { ProofFinding } from '@nameloan/contracts/proof-findings';
import type { DecodedPacket } from 'dns-packet';
import type { ProofOutcome } from './check-proof.ts';
import { findParentServers } from './find-parent-servers.ts';
import { DnsError, queryServer } from './query-server.ts';
import type { Resolver } from './resolver.ts';

export interface DelegationQuery {
  /** As A-labels. */
  readonly domain: string;
  /** The parent zone. */
  readonly suffix: string;
  /** All of them must be in the delegation. */
  readonly nameservers: readonly string[];
  /** Find the parent's servers, unless `parentServers` names them as `host:port`. */
  readonly resolvers: readonly Resolver[];
  readonly parentServers?: readonly string[] | undefined;
  /** For each query. */
  readonly timeoutMs: number;
}

export interface DelegationResult {
  /** FOUND and MISSING: all servers agree. */
  readonly outcome: ProofOutcome;
  readonly findings: ProofFinding[];
}

/** So many of the parent's servers must agree; of those that the settings name, one may be the only one. */
const maxServers = 2;
const codeMask = 15;
const nameError = 3;

export async function checkDelegation(query: DelegationQuery): Promise<DelegationResult> {
  const servers = query.parentServers ?? (await findParentServers(query));
  const isTooFew = servers.length < (query.parentServers ? 1 : maxServers);
  if (isTooFew) return { outcome: 'UNKNOWN', findings: [] };
  const findings = await Promise.all(
    servers.slice(0, maxServers).map((server) => queryParent(query, server)),
  );
  const results = new Set(findings.map(({ result }) => result));
  if (results.size > 1 || results.has('UNKNOWN')) return { outcome: 'UNKNOWN', findings };
  return { outcome: results.has('FOUND') ? 'FOUND' : 'MISSING', findings };
}

async function queryParent(query: DelegationQuery, server: string): Promise<ProofFinding> {
  const { domain, timeoutMs } = query;
  const finding = { resolver: server, host: domain, otherRecords: 0, errorCode: null } as const;
  try {
    const question = { name: domain, type: 'NS', server, authoritative: true } as const;
    const response = await queryServer(question, timeoutMs);
    const code = (response.flags ?? 0) & codeMask;
    if (code !== 0 && code !== nameError)
      return { ...finding, result: 'UNKNOWN', errorCode: 'ESERVFAIL' };
    const delegation = readNameservers(domain, response);
    const isOurs = query.nameservers.every((one) => delegation.includes(one));
    return { ...finding, result: isOurs ? 'FOUND' : 'ABSENT' };
  } catch (error) {
    return { ...finding, result: 'UNKNOWN', errorCode: codeOf(error) };
  }
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
