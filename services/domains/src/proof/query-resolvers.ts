/** Checks a domain's record at every configured resolver and describes the result for its owner. */

import { settings } from '../config.ts';
import type { ProofOutcome } from '../dns/check-proof.ts';
import { checkProof } from '../dns/check-proof.ts';

const maxDetailLength = 1000;

export async function queryResolvers(domain: {
  name: string;
  verificationRecord: string;
}): Promise<{ outcome: ProofOutcome; detail: string }> {
  const { outcome, findings } = await checkProof({
    domain: domain.name,
    record: domain.verificationRecord,
    resolvers: settings.value.DNS_RESOLVERS,
    timeoutMs: settings.value.DNS_TIMEOUT_MS,
  });
  const detail = [...new Set(findings.map((finding) => finding.detail))].join(' ');
  return { outcome, detail: detail.slice(0, maxDetailLength) };
}
