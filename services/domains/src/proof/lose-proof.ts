/** A domain whose record is no longer seen goes back to unverified; its listing closes on that fact. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { about } from '../domain/domain.ts';

/** Most tries that are kept of a domain, the newest. */
export const mostTries = 30;

/** `detail`: what the resolvers said; `reason`: the sentence for its owner. */
export async function loseProof(
  domain: Domain,
  { detail, reason, tx }: { detail: string; reason: string; tx: Tx },
): Promise<Domain> {
  const newest = { at: now(), outcome: 'MISSING' as const, detail };
  const verificationTries = [newest, ...domain.verificationTries].slice(0, mostTries);
  const lost = await domains.move(
    domain,
    { ...domain, status: 'EXTERNAL_UNVERIFIED', titleName: null, verificationTries },
    tx,
  );
  tx.emit('domains.domain.proof-lost', lost, { ...about(lost), reason });
  return lost;
}
