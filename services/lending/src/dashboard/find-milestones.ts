/** Finds which first steps an account has taken, from its records. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { escrows } from '../escrow/escrow.model.ts';
import { listings } from '../listing/listing.model.ts';
import { offers } from '../offer/offer.model.ts';

export interface LoanMilestones {
  listed: boolean;
  offered: boolean;
  borrowed: boolean;
  lent: boolean;
}

export async function findMilestones({ accountId }: AccountActor): Promise<LoanMilestones> {
  const counts = await Promise.all([
    listings.countUpTo({ borrowerId: accountId }, 1),
    offers.countUpTo({ lenderId: accountId }, 1),
    escrows.countUpTo({ borrowerId: accountId }, 1),
    escrows.countUpTo({ lenderId: accountId }, 1),
  ]);
  const [listed = false, offered = false, borrowed = false, lent = false] = counts.map(Boolean);
  return { listed, offered, borrowed, lent };
}
