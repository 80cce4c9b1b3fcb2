/** Checks a domain's record at every configured resolver and describes the result for its owner. */

import type { ProofFinding } from '@nameloan/contracts/proof-findings';
import { describeFindings, limitFindings } from '@nameloan/contracts/proof-findings';
import { settings } from '../config.ts';
import type { ProofOutcome } from '../dns/check-proof.ts';
import { checkProof } from '../dns/check-proof.ts';

/** `findings` for events, and `detail` with their sentences. */
export interface ProofCheck {
  outcome: ProofOutcome;
  findings: ProofFinding[];
  detail: string;
}

export async function queryResolvers(domain: {
  name: string;
  verificationRecord: string;
}): Promise<ProofCheck> {
  const { outcome, findings } = await checkProof({
    domain: domain.name,
    record: domain.verificationRecord,
    resolvers: settings.value.DNS_RESOLVERS,
    timeoutMs: settings.value.DNS_TIMEOUT_MS,
  });
  const data = findings.map(({ resolver, name: host, result, otherRecords, errorCode }) => {
    return { resolver, host, result, otherRecords, errorCode };
  });
  return { outcome, findings: limitFindings(data), detail: describeFindings(data) };
}
