/** The chips of a loan: its status, and next to it what is urgent about it. */

import { AlertTriangle, Clock, Hourglass } from 'lucide-react';
import { formatTimeLeft } from '../../format/moment.ts';
import type { EscrowStage, EscrowStatus } from '../../graph/schema.generated.ts';
import { Chip } from '../display/chip.tsx';
import { LoanStatus } from '../status/loan-status.tsx';

export interface ChippedLoan {
  status: EscrowStatus;
  stage: EscrowStage | null;
  graceEndsAt: string | null;
  decisionOverdue: boolean;
}

export function LoanChips({ loan, now }: { loan: ChippedLoan; now: Date }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <LoanStatus status={loan.status} />
      <StageChip loan={loan} now={now} />
    </span>
  );
}

/** Nothing while the loan takes its course. */
function StageChip({ loan, now }: { loan: ChippedLoan; now: Date }) {
  const { stage, graceEndsAt, decisionOverdue } = loan;
  if (decisionOverdue)
    return (
      <Chip tone="red" icon={AlertTriangle}>
        Decision overdue
      </Chip>
    );
  switch (stage) {
    case 'IN_GRACE':
      return (
        <Chip tone="amber" icon={Clock}>
          In grace{graceEndsAt && ` · ${formatTimeLeft(graceEndsAt, now)}`}
        </Chip>
      );
    case 'OVERDUE':
      return (
        <Chip tone="red" icon={AlertTriangle}>
          Overdue
        </Chip>
      );
    case 'REPAYMENT_CLAIMED':
      return (
        <Chip tone="blue" icon={Hourglass}>
          Repayment claimed
        </Chip>
      );
    case 'PAYMENT_CLAIMED':
      return (
        <Chip tone="blue" icon={Hourglass}>
          Payment reported
        </Chip>
      );
    default:
      return null;
  }
}
