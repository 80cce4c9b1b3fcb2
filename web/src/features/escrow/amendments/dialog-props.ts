/** What the dialogs of amendments are opened with. */

import type { Loan } from '../loan-parties.ts';
import type { Amendment } from './find-amendment.ts';

/** What is done with an amendment. */
export type AnswerKind = 'COUNTER' | 'AGREE' | 'DECLINE' | 'WITHDRAW' | 'PAY';

export type OpenAmendment = { kind: 'PROPOSE' } | { kind: AnswerKind; amendment: Amendment };

export interface AmendmentDialogProps {
  loan: Loan;
  amendment: Amendment;
  onClose: () => void;
}
