/** Looks for a domain's record at every configured resolver and says in a sentence what was seen. */

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
  const detail = [...new Set(findings.map((sight) => sight.detail))].join(' ');
  return { outcome, detail: detail.slice(0, maxDetailLength) };
}
