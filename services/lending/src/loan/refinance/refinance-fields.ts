/** The stored fields of a refinancing. */

import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import type { LegRecord, Replacement, Replacing } from './refinance.ts';
import { refinanceLegs } from './refinance.ts';

const legFields = {
  id: String,
  leg: oneOf(...refinanceLegs),
  day: Date,
  amountCents: BigInt,
  method: String,
  reference: String,
  reportedAt: Date,
  confirmedCents: BigInt,
  deniedAt: Date,
};

export const replacingField = nested<Replacing>({
  escrowId: String,
  lenderName: String,
  letterAt: Date,
  letterRemindedAt: Date,
  legs: listOf<LegRecord>(legFields),
});

export const replacementField = nested<Replacement>({
  escrowId: String,
  since: Date,
  letter: nested({ at: Date, correctionCents: BigInt, reason: String, payeeVersion: Number }),
  payoff: nested<LegRecord>(legFields),
  shortSince: Date,
});
