/** A domain whose record is no longer seen goes back to unverified; its listing closes on that fact. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain, VerificationAttempt } from '../domain/domain.ts';
import { domainRef } from '../domain/domain.ts';

/** Most tries that are kept of a domain, the newest. */
const maxAttempts = 30;

export function withNewestAttempt(
  domain: Domain,
  newest: VerificationAttempt,
): VerificationAttempt[] {
  return [newest, ...domain.verificationAttempts].slice(0, maxAttempts);
}

/** `detail`: what the resolvers said; `reason`: the sentence for its owner. */
export async function recordProofLost(
  domain: Domain,
  { detail, reason, tx }: { detail: string; reason: string; tx: Tx },
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
      proofMissingSince: null,
      nextCheckAt: null,
    },
    tx,
  );
  await tx.unschedule('recheck-proof', lost.id);
  tx.emit('domains.domain.proof-lost', lost, { ...domainRef(lost), reason });
  return lost;
}
