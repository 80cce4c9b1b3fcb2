/** The collection of legal holds, also of lifted ones. */

import { legalHoldKinds } from '@nameloan/contracts/legal-hold';
import { listOf, oneOf } from '@nameloan/persistence/fields';
import type { Tx } from '@nameloan/persistence/tx';
import type { Domain } from '../domain/domain.ts';
import type { DomainHold } from '../domain/hold/domain-hold.ts';
import { defineModel } from '../service-context.ts';
import type { LegalHold } from './legal-hold.ts';
import { holdActions } from './legal-hold.ts';

export const legalHolds = defineModel<LegalHold>('legal_holds', {
  label: 'legal hold',
  fields: {
    version: Number,
    name: String,
    unicodeName: String,
    kind: oneOf(...legalHoldKinds),
    caseId: String,
    provider: String,
    note: String,
    receivedAt: Date,
    deadline: Date,
    disclosed: Boolean,
    placedAt: Date,
    lockedAt: Date,
    liftRequestedBy: String,
    liftRequestedAt: Date,
    liftedAt: Date,
    active: Boolean,
    log: listOf({ at: Date, by: String, action: oneOf(...holdActions) }),
  },
  indexes: [
    // A name has one hold at a time.
    [{ name: 1 }, { unique: true, partialFilterExpression: { active: true } }],
    [{ active: 1, placedAt: 1, _id: 1 }],
  ],
});

export const findActiveHold = (name: string, tx?: Tx): Promise<LegalHold | undefined> =>
  legalHolds.findOne({ name, active: true }, tx);

export const toDomainHold = ({ id, placedAt, disclosed }: LegalHold): DomainHold => ({
  id,
  since: placedAt,
  disclosed,
});

/** The domain with the hold of its name, for a record that gets the title. */
export async function withHold(domain: Domain, tx: Tx): Promise<Domain> {
  const hold = await findActiveHold(domain.name, tx);
  return { ...domain, legalHold: hold ? toDomainHold(hold) : null };
}
