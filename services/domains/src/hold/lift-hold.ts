/** Lifts a legal hold: one operator asks for it, and a second one confirms. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { commit } from '../service-context.ts';
import { endHold } from './apply-hold.ts';
import { findDomainForStaff } from './find-domain.ts';
import { findActiveHold, legalHolds } from './legal-hold.model.ts';
import type { LegalHold } from './legal-hold.ts';

/** A repeat by the operator who asked changes nothing. NOT_FOUND without a hold. */
export function liftHold(actor: AccountActor, domainId: string): Promise<LegalHold> {
  const { accountId: by } = actor;
  return commit(async (tx) => {
    const domain = await findDomainForStaff(actor, domainId, tx);
    const hold = await findActiveHold(domain.name, tx);
    if (!hold) throw new DomainError('NOT_FOUND', `${domain.unicodeName} is not on legal hold.`);
    if (hold.liftRequestedBy === by) return hold;
    const at = now();
    if (hold.liftRequestedBy === null) {
      const log = [...hold.log, { at, by, action: 'LIFT_REQUESTED' as const }];
      return legalHolds.update(
        hold,
        { ...hold, liftRequestedBy: by, liftRequestedAt: at, log },
        tx,
      );
    }
    const log = [...hold.log, { at, by, action: 'LIFTED' as const }];
    const lifted = await legalHolds.update(hold, { ...hold, liftedAt: at, active: false, log }, tx);
    await endHold(lifted, tx);
    return lifted;
  });
}
