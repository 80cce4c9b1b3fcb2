/** Lists the domain of a running loan, so that a loan of another lender repays it. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { recordHistory } from '../escrow/transition/apply-transition.ts';
import { findGuardFailure, systemActor } from '../escrow/transition/decide-transition.ts';
import { findRules } from '../escrow/transition/transitions.ts';
import type { MutationRefinanceLoanArgs } from '../graphql.generated.ts';
import type { Listing } from '../listing/listing.model.ts';
import { openListingBy } from '../listing/open-listing.ts';
import { readTerms } from '../listing/read-terms.ts';

const argumentNames = {
  amountCents: 'desiredAmount',
  termDays: 'desiredTerm',
  rateBps: 'desiredRate',
} as const;

/**
 * Throws NOT_FOUND for an outsider, FORBIDDEN for all but the borrower, CONFLICT when the loan cannot be refinanced or its
 * domain cannot be listed now, INVALID_INPUT for terms out of bounds, TOO_MANY_REQUESTS.
 */
export async function openRefinance(
  actor: AccountActor,
  { id, ...args }: MutationRefinanceLoanArgs,
): Promise<Listing> {
  const { escrow, by } = requireParticipant(await escrows.findById(id), await loadViewer(actor));
  if (by.role !== 'BORROWER') throw new DomainError('FORBIDDEN', 'Only the borrower can do this.');
  assertRefinanceable(escrow);
  const terms = readTerms(
    {
      amountCents: args.desiredAmount,
      termDays: args.desiredTerm,
      rateBps: args.desiredRate,
      plan: args.plan,
    },
    { names: argumentNames },
  );
  return openListingBy(actor, {
    domainId: escrow.domainId,
    businessPurpose: args.businessPurpose ?? false,
    decideTerms: () => terms,
    refinances: { id, lenderId: escrow.lenderId, bind: (listing, tx) => bind(id, listing, tx) },
  });
}

async function bind(id: string, listing: Listing, tx: Tx): Promise<void> {
  const escrow = await escrows.get(id, tx);
  assertRefinanceable(escrow);
  const by = { role: 'BORROWER', accountId: escrow.borrowerId, name: escrow.borrowerName } as const;
  const changes = { refinanceListingId: listing.id };
  await recordHistory(escrow, { action: 'LIST_REFINANCE', note: null, by, changes }, tx);
}

/** The rule of the acceptance, which starts the refinancing. */
function assertRefinanceable(escrow: Escrow): void {
  const [rule] = findRules(escrow.status, 'START_REFINANCE');
  if (!rule)
    throw new DomainError('CONFLICT', 'Only a running loan can be refinanced.', {
      reason: 'STATUS',
    });
  const failure = findGuardFailure(rule, escrow, { role: systemActor.role, now: now() });
  if (failure) throw new DomainError('CONFLICT', failure.message, { reason: failure.reason });
}
