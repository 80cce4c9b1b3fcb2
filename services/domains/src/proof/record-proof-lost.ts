/** Marks a domain whose record is gone as unverified; lending closes its listing on that event. */

import type { ProofLossCode } from '@nameloan/contracts/domain-reasons';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef } from '../domain/domain.ts';
import type { VerificationAttempt } from '../domain/proof.ts';

/** The newest attempts that are kept for a domain. */
const maxAttempts = 30;

export function withNewestAttempt(
  domain: Domain,
  newest: VerificationAttempt,
): VerificationAttempt[] {
  return [newest, ...domain.verificationAttempts].slice(0, maxAttempts);
}

/** `detail` describes the resolvers' answers, `code` says why the proof is lost. */
export async function recordProofLost(
  domain: Domain,
  { detail, code, tx }: { detail: string; code: ProofLossCode; tx: Tx },
): Promise<Domain> {
  const newest = { at: now(), outcome: 'MISSING' as const, detail };
  const verificationAttempts = withNewestAttempt(domain, newest);
  const lost = await domains.update(
    domain,
    {
      ...domain,
      status: 'EXTERNAL_UNVERIFIED',
      titleName: null,
      verificationAttempts,
      proof: null,
      proofMissingSince: null,
      nextCheckAt: null,
    },
    tx,
  );
  await tx.unschedule('recheck-proof', lost.id);
  tx.emit('domains.domain.proof-lost', lost, {
    ...domainRef(lost),
    reason: { code, formerText: null },
  });
  return lost;
}
