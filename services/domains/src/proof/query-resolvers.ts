/** Checks a domain's proof at every configured resolver and describes the result for its owner. */

import type { ProofFinding } from '@nameloan/contracts/proof-findings';
import { describeFindings, limitFindings } from '@nameloan/contracts/proof-findings';
import { settings } from '../config.ts';
import type { ProofOutcome, ResolverFinding } from '../dns/check-proof.ts';
import { checkProof, proofHosts } from '../dns/check-proof.ts';
import type { ProofKind } from '../dns/proof-kinds.ts';
import type { Domain } from '../domain/domain.ts';
import { readAccountProof } from './account-proof.ts';

/** `findings` for events, and `detail` with their sentences. */
export interface ProofCheck {
  outcome: ProofOutcome;
  /** What proves the domain; null unless the outcome is FOUND. */
  kind: ProofKind | null;
  /** A record of another account or purpose is where ours would be. */
  otherRecord: boolean;
  findings: ProofFinding[];
  detail: string;
}

export async function queryResolvers(
  domain: Pick<Domain, 'name' | 'accountId' | 'verificationRecord'>,
): Promise<ProofCheck> {
  const { txt } = await readAccountProof(domain.accountId);
  const { outcome, kind, findings } = await checkProof({
    domain: domain.name,
    records: [
      { kind: 'TXT', value: domain.verificationRecord },
      { kind: 'ACCOUNT_TXT', value: txt.value },
    ],
    resolvers: settings.value.DNS_RESOLVERS,
    timeoutMs: settings.value.DNS_TIMEOUT_MS,
  });
  const data = findings.map(({ resolver, name: host, result, otherRecords, errorCode }) => {
    return { resolver, host, result, otherRecords, errorCode };
  });
  const otherRecord = findings.some((finding) => isOtherRecord(domain.name, finding));
  const detail = describeFindings(data);
  return { outcome, kind, otherRecord, findings: limitFindings(data), detail };
}

/** At the apex, records of other services are usual. */
function isOtherRecord(domain: string, { name, result, records }: ResolverFinding): boolean {
  if (result !== 'OTHER') return false;
  const [challengeHost] = proofHosts(domain);
  return name === challengeHost || records.some((record) => record.startsWith('nameloan-'));
}
