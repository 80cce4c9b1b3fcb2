/** Offers a loan for sale by a private link. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { formatCents } from '@nameloan/contracts/money';
import { addDays, parseCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { hashToken, newToken } from '../contract/contract.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { updateDeadlines } from '../escrow/transition/apply-transition.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import { priceBounds } from '../loan/assignment/assignment.ts';
import { commit, encrypt, quotas } from '../service-context.ts';
import { buildSalePurpose } from './assignment-links.ts';
import { assertSellable } from './check-loan.ts';
import { scheduleStep } from './write-step.ts';

export interface SaleOffer {
  priceCents: number;
  /** "YYYY-MM-DD", from today. */
  day: string;
  /** "YYYY-MM-DD", the last day on which the price can be marked as sent. */
  expires: string;
}

/**
 * Throws NOT_FOUND for an outsider, FORBIDDEN for all but the lender, INVALID_INPUT, CONFLICT as the guards of a sale do
 * and with SALE_OPEN for a second one, TOO_MANY_REQUESTS.
 */
export async function offerAssignment(
  actor: AccountActor,
  escrowId: string,
  offer: SaleOffer,
): Promise<Assignment> {
  assertPrice(offer.priceCents);
  const viewer = await loadViewer(actor);
  return commit(async (tx) => {
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    if (by.role !== 'LENDER') throw new DomainError('FORBIDDEN', 'Only the lender can do this.');
    await quotas.take('loanActions', actor.accountId, tx);
    await quotas.take('assignments', actor.accountId, tx);
    const terms = readOffer(offer, now());
    assertSellable(escrow);
    if (escrow.sale)
      throw new DomainError('CONFLICT', 'This loan has an open sale. Withdraw it first.', {
        reason: 'SALE_OPEN',
      });
    const assignment = await assignments.add(newAssignment(escrow, terms), tx);
    await updateDeadlines(escrow, { sale: { id: assignment.id, status: 'OFFERED' } }, tx);
    await scheduleStep(assignment, tx);
    return assignment;
  });
}

type Terms = Pick<Assignment, 'priceCents' | 'day' | 'expiresAt'>;

function assertPrice(priceCents: number): void {
  const { minCents, maxCents } = priceBounds;
  if (Number.isSafeInteger(priceCents) && priceCents >= minCents && priceCents <= maxCents) return;
  throw invalidInput({
    price: `The price is from ${formatCents(minCents)} to ${formatCents(maxCents)}.`,
  });
}

function readOffer({ priceCents, day: dayText, expires }: SaleOffer, at: Date): Terms {
  const errors: Record<string, string> = {};
  const today = utcDay(at);
  const day = readDay('day', dayText, { from: today, errors });
  const last = readDay('expires', expires, { from: day ?? today, errors });
  if (!day || !last || Object.keys(errors).length > 0) throw invalidInput(errors);
  return { priceCents, day, expiresAt: addDays(last, 1) };
}

/** At most `saleDays` from `from`. */
function readDay(
  field: string,
  text: string,
  { from, errors }: { from: Date; errors: Record<string, string> },
): Date | null {
  const day = parseCalendarDay(text);
  const to = addDays(from, loanCalendar.saleDays);
  if (day && day >= from && day <= to) return day;
  errors[field] = day
    ? `The day must be from ${formatDate(from)} to ${formatDate(to)}.`
    : 'Enter the date like 2026-11-30.';
  return null;
}

function newAssignment(escrow: Escrow, terms: Terms): Assignment {
  const { id: escrowId, domainId, domainName, lenderId, lenderName } = escrow;
  const [id, token] = [newId(), newToken()];
  return {
    ...{ id, version: 1, escrowId, domainId, domainName, ...terms },
    ...{ sellerId: lenderId, sellerName: lenderName, buyerId: null, buyerName: null },
    ...{ status: 'OFFERED', createdAt: now() },
    ...{ tokenHash: hashToken(token), token: encrypt(token, buildSalePurpose(id)) },
    ...{ payeeId: null, acceptedAt: null, owedCents: null, defaulted: null },
    ...{ contractSha256: null, amendmentSha256: null, sha256: null, signatures: [], sent: null },
    ...{ disputedAt: null, reason: null, decision: null, endedAt: null, sealedSha256: null },
  };
}
