/** The dialogs of amendments, loaded when one is opened. */

import type { Loan } from '../loan-parties.ts';
import { AgreeDialog } from './agree-dialog.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import type { AmendmentDialogProps, AnswerKind, OpenAmendment } from './dialog-props.ts';
import { ProposalDialog } from './proposal/proposal-dialog.tsx';
import { ReportAgreedMoneyDialog } from './report-agreed-money-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

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
