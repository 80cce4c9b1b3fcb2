/** Reports a payment of a refinancing on the new loan, and withdraws it. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatCents } from '@nameloan/contracts/money';
import { parseCalendarDay } from '@nameloan/loan-math/calendar-day';
import type { Tx } from '@nameloan/persistence/tx';
import {
  computePayoffLegCents,
  computeRestCents,
  computeSurplusCents,
} from '../escrow/balance/refinance-rest.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { assertRoom } from '../escrow/transition/payment/payment-room.ts';
import { assertPaymentAmount } from '../escrow/transition/payment/payment-transitions.ts';
import type { Payment } from '../loan/payment.ts';
import type { RefinanceLeg } from '../loan/refinance/refinance.ts';
import { commit, quotas } from '../service-context.ts';
import type { PaymentReport } from './report-payment.ts';
import { assertFiles } from './report-payment.ts';

/**
 * PAYOFF and SURPLUS by the new lender, TOP_UP by the borrower. Throws NOT_FOUND for an outsider, FORBIDDEN for the wrong
 * party, INVALID_INPUT for another amount than the letter's, CONFLICT when the old loan cannot be repaid now or the
 * payment is already reported or the loan has too many, TOO_MANY_REQUESTS.
 */
export async function reportLeg(
  actor: AccountActor,
  escrowId: string,
  { leg, ...report }: PaymentReport & { leg: RefinanceLeg },
): Promise<Payment> {
  assertPaymentAmount(report.amountCents);
  return commit(async (tx) => {
    const viewer = await loadViewer(actor);
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    await quotas.take('loanActions', actor.accountId, tx);
    const { date, amountCents, method = null, reference = null } = report;
    const evidenceIds = report.evidenceIds ? [...new Set(report.evidenceIds)] : null;
    const details = { leg, date, amountCents, method, reference, evidenceIds };
    await assertAmount(escrow, details, tx);
    assertRoom(await payments.count({ escrowId }, tx), 'LEG');
    const input = { transition: 'REPORT_LEG', ...details } as const;
    const after = await applyTransition(escrow, { input, by }, tx);
    if (evidenceIds) await assertFiles({ escrowId, evidenceIds, role: by.role }, tx);
    return payments.get(after.replacing?.legs.at(-1)?.id ?? '', tx);
  });
}

interface Reported {
  leg: RefinanceLeg;
  date: string;
  amountCents: number;
}

/** The amounts follow from the letter, so a wrong one is a slip. An invalid day is rejected by the transition. */
async function assertAmount(
  next: Escrow,
  { leg, date, amountCents }: Reported,
  tx: Tx,
): Promise<void> {
  const { replacing } = next;
  if (!replacing) return;
  if (leg === 'SURPLUS') {
    assertAtMost(amountCents, computeSurplusCents(next));
    return;
  }
  const old = await escrows.get(replacing.escrowId, tx);
  if (old.replacement?.escrowId !== next.id)
    throw new DomainError('CONFLICT', 'The old loan is no longer being refinanced.', {
      reason: 'NOT_REFINANCED',
    });
  const day = parseCalendarDay(date);
  if (day === null || old.receipt === null) return;
  if (leg === 'TOP_UP') {
    assertAtMost(amountCents, computeRestCents(old, day));
    return;
  }
  const expected = computePayoffLegCents(old, next, day);
  if (amountCents === expected) return;
  throw invalidInput({
    amount: `The payment of this day must be ${formatCents(expected)}: the payoff, but at most the amount of the new loan.`,
  });
}

function assertAtMost(amountCents: number, maxCents: number): void {
  if (amountCents <= maxCents) return;
  throw invalidInput({
    amount: `The amount must be at most ${formatCents(Math.max(0, maxCents))}.`,
  });
}
