/** What the letter and its dialogs share. */

import type { Loan } from '../loan-parties.ts';
import type { PayoffLetter } from './split-payoff.ts';

export interface LetterProps {
  loan: Loan;
  letter: PayoffLetter;
  onSigned: () => void;
}
