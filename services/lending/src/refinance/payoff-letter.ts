/** The payoff letter: what the old lender of a refinancing gets on each of the next days, and its answer. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { computeRestCents } from '../escrow/balance/refinance-rest.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { findPayee } from '../escrow/loan-payee.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { isFinal } from '../loan/status.ts';
import { access, commit, quotas } from '../service-context.ts';

export interface PayoffDay {
  date: Date;
  amountCents: number;
}

export interface PayoffLetter {
  /** Of the loan that is repaid. */
  escrowId: string;
  from: Date;
  to: Date;
  /** What a day adds on average of the table, rounded half up; the table is exact. */
  perDayCents: number;
  days: PayoffDay[];
  /** The old lender signed it, as computed or corrected. */
  confirmed: boolean;
  /** Why it was corrected. */
  reason: string | null;
  /** Short form of the details to pay to; null if none were chosen. */
  payee: string | null;
}

const tableDays = 10;

/** `id` is that of the old loan or of the new one, of which the caller is a party. */
async function findOldLoan(actor: AccountActor, id: string): Promise<Escrow> {
  const viewer = await loadViewer(actor);
  const { escrow } = requireParticipant(await escrows.findById(id), viewer);
  const { replacing } = escrow;
  if (!replacing || isFinal(escrow.status)) return escrow;
  return (await escrows.findById(replacing.escrowId)) ?? escrow;
}

/** Throws NOT_FOUND for an outsider, CONFLICT (NOT_REFINANCED) for a loan that is not being refinanced. */
export async function readPayoffLetter(actor: AccountActor, id: string): Promise<PayoffLetter> {
  return describeLetter(await findOldLoan(actor, id), now());
}

function describeLetter(old: Escrow, at: Date): PayoffLetter {
  const { replacement, receipt } = old;
  if (!replacement || receipt === null || isFinal(old.status))
    throw new DomainError('CONFLICT', 'This loan is not being refinanced.', {
      reason: 'NOT_REFINANCED',
    });
  const from = utcDay(at > receipt.at ? at : receipt.at);
  const days = Array.from({ length: tableDays + 1 }, (_, index): PayoffDay => {
    const date = addDays(from, index);
    return { date, amountCents: Math.max(0, computeRestCents(old, date)) };
  });
  const [first, last] = [days[0]?.amountCents ?? 0, days.at(-1)?.amountCents ?? 0];
  const named = findPayee(old, 'LENDER')?.known ?? null;
  return {
    escrowId: old.id,
    from,
    to: addDays(from, tableDays),
    perDayCents: Math.round((last - first) / tableDays),
    days,
    confirmed: replacement.letter !== null,
    reason: replacement.letter?.reason ?? null,
    payee: named?.masked ?? null,
  };
}

export interface LetterInput {
  id: string;
  confirm?: boolean | null | undefined;
  correction?: { amount: number; reason: string } | null | undefined;
}

/**
 * By the old lender. `correction.amount`: what it demands instead of today's payoff. Throws NOT_FOUND, FORBIDDEN, CONFLICT
 * (NOT_REFINANCED, ALREADY_DONE), INVALID_INPUT, STEP_UP_REQUIRED, TOO_MANY_REQUESTS.
 */
export async function signPayoffLetter(
  actor: AccountActor,
  { id, confirm, correction }: LetterInput,
): Promise<PayoffLetter> {
  if (Boolean(confirm) === Boolean(correction))
    throw invalidInput({ confirm: 'Either confirm the letter, or correct it.' });
  await access.fresh(actor);
  return commit(async (tx) => {
    const viewer = await loadViewer(actor);
    const { escrow, by } = requireParticipant(await escrows.find(id, tx), viewer);
    await quotas.take('loanActions', actor.accountId, tx);
    const correctionCents =
      correction && escrow.replacement && escrow.receipt
        ? correction.amount - computeRestCents(escrow, now())
        : 0;
    const input = {
      transition: 'SIGN_LETTER',
      correctionCents,
      reason: correction?.reason ?? null,
    } as const;
    const after = await applyTransition(escrow, { input, by }, tx);
    return describeLetter(after, now());
  });
}
