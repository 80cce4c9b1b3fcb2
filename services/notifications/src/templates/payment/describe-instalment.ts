/** How notifications name the instalment that a loan waits for. */

import { formatCents } from '@nameloan/contracts/money';
import type { TransitionData, TransitionDetails } from '../transition-draft.ts';

type Instalment = NonNullable<TransitionData['instalment']>;

/** “Instalment 4 of 12”. */
export const nameInstalment = ({ n, count }: Instalment): string => `Instalment ${n} of ${count}`;

/** What has to be paid by when: the next instalment, or the loan. */
export function describeDue({ instalment, due }: TransitionDetails): string {
  if (instalment === null) return `It is due on ${due}.`;
  return `${nameInstalment(instalment)}, ${formatCents(instalment.openCents)}, is due on ${due}.`;
}

/** The same after a payment, with a space before it; empty for a loan with one payment. */
export function describeNext(transition: TransitionDetails): string {
  return transition.instalment === null ? '' : ` ${describeDue(transition)}`;
}
