/** The dialogs of amendments, loaded when one is opened. */

import type { Loan } from '../loan-parties.ts';
import { AgreeDialog } from './agree-dialog.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import type { Amendment } from './describe-amendment.ts';
import { ProposalDialog } from './proposal-dialog.tsx';
import { ReportAgreedMoneyDialog } from './report-agreed-money-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** What is done with an amendment. */
export type AnswerKind = 'COUNTER' | 'AGREE' | 'DECLINE' | 'WITHDRAW' | 'PAY';

export type OpenAmendment = { kind: 'PROPOSE' } | { kind: AnswerKind; amendment: Amendment };

export interface AmendmentDialogProps {
  loan: Loan;
  amendment: Amendment;
  onClose: () => void;
}

const dialogs: Record<AnswerKind, React.ComponentType<AmendmentDialogProps>> = {
  COUNTER: ProposalDialog,
  AGREE: AgreeDialog,
  DECLINE: DeclineDialog,
  WITHDRAW: WithdrawDialog,
  PAY: ReportAgreedMoneyDialog,
};

export interface OpenDialogProps {
  open: OpenAmendment;
  loan: Loan;
  onClose: () => void;
}

export function AmendmentDialog({ open, loan, onClose }: OpenDialogProps) {
  if (open.kind === 'PROPOSE') return <ProposalDialog loan={loan} onClose={onClose} />;
  const Dialog = dialogs[open.kind];
  return <Dialog loan={loan} amendment={open.amendment} onClose={onClose} />;
}
