/** Test data for lending's events about a loan. */

import type { EventData } from '@nameloan/contracts/events';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { TestDomains } from './start-domains.ts';
import { day } from './start-domains.ts';

export interface TestLoan {
  escrowId: string;
  domainId: string;
  domainName: string;
  borrowerId: string;
  lenderId: string;
}

/** A loan on this domain that the service does not know yet. */
export async function loanOn(
  s: TestDomains,
  domainId: string,
  lenderId = 'len',
): Promise<TestLoan> {
  const { name, accountId } = await s.record(domainId);
  return { escrowId: newId(), domainId, domainName: name, borrowerId: accountId, lenderId };
}

export function acceptanceData(loan: TestLoan, termDays = 90): EventData<'lending.offer.accepted'> {
  return {
    ...loan,
    offerId: newId(),
    listingId: newId(),
    amountCents: 100_000,
    termDays,
    rateBps: 1000,
    dueBy: new Date(now().getTime() + termDays * day).toISOString(),
  };
}

/** Accepts an offer on the domain; resolves once it is reserved. */
export async function reserveFor(
  s: TestDomains,
  domainId: string,
  lenderId = 'len',
): Promise<TestLoan> {
  const loan = await loanOn(s, domainId, lenderId);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  await s.event('domains.domain.reserved', ({ escrowId }) => escrowId === loan.escrowId);
  return loan;
}

export function escrowMovedData(
  loan: TestLoan,
  { from, to }: { from: EscrowStatus; to: EscrowStatus },
): EventData<'lending.escrow.moved'> {
  const move = to === 'ESCALATED' ? 'ESCALATE' : 'RESOLVE_CONTINUE';
  return {
    ...loan,
    move,
    from,
    to,
    by: 'SYSTEM',
    hasNote: false,
    dueAt: null,
    graceEndsAt: null,
    ...{
      payoffCents: null,
      instalment: null,
      daysToDue: null,
      receivedBy: null,
      collateralGone: false,
      claimBlocks: true,
      maySeize: false,
      evidenceComplete: false,
    },
  };
}
