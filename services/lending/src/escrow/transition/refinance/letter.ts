/** The old lender's answer to the payoff letter. */

import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatCents } from '@nameloan/contracts/money';
import { computeRestCents } from '../../balance/refinance-rest.ts';
import type { Escrow } from '../../escrow.ts';
import { findPayee } from '../../loan-payee.ts';
import { readRequiredText } from '../read-input.ts';
import type { TransitionContext, TransitionEffect } from '../transition-descriptor.ts';

interface LetterInput {
  correctionCents?: number | null;
  reason?: string | null;
}

/**
 * Signed as computed, or with a correction for payments or costs that are not recorded. The borrower and the new lender see
 * it before they sign the new loan. Throws INVALID_INPUT for a correction without a reason, or of more than the payoff.
 */
export function answerLetter(
  escrow: Escrow,
  { correctionCents, reason }: LetterInput,
  { now }: TransitionContext,
): TransitionEffect {
  const { replacement } = escrow;
  if (!replacement) throw new Error(`loan ${escrow.id} is not being refinanced`);
  const correction = correctionCents ?? 0;
  const computed = computeRestCents(escrow, now);
  if (!Number.isSafeInteger(correction) || Math.abs(correction) >= computed)
    throw invalidInput({
      'correction.amount': `The amount must be more than $0.00 and less than ${formatCents(2 * computed)}.`,
    });
  const why = correction === 0 ? null : readRequiredText('reason', reason);
  const letter = {
    at: now,
    correctionCents: correction,
    reason: why,
    payeeVersion: findPayee(escrow, 'LENDER')?.known?.version ?? null,
  };
  const corrected = `${formatCents(computed + correction)} instead of ${formatCents(computed)}`;
  return {
    changes: { replacement: { ...replacement, letter } },
    note: why === null ? null : `${corrected}: ${why}`,
  };
}
