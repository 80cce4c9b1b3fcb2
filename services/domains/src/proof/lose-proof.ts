/** A domain whose record is no longer seen goes back to unverified; its listing closes on that fact. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain, VerificationAttempt } from '../domain/domain.ts';
import { about } from '../domain/domain.ts';

/** Most tries that are kept of a domain, the newest. */
const mostTries = 30;

export function withNewest(domain: Domain, newest: VerificationAttempt): VerificationAttempt[] {
  return [newest, ...domain.verificationAttempts].slice(0, mostTries);
}

/** `detail`: what the resolvers said; `reason`: the sentence for its owner. */
export async function loseProof(
  domain: Domain,
  { detail, reason, tx }: { detail: string; reason: string; tx: Tx },
): Promise<Domain> {
  const newest = { at: now(), outcome: 'MISSING' as const, detail };
  const verificationAttempts = withNewest(domain, newest);
  const lost = await domains.move(
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
  await tx.unschedule('look-at-proof', lost.id);
  tx.emit('domains.domain.proof-lost', lost, { ...about(lost), reason });
  return lost;
}
