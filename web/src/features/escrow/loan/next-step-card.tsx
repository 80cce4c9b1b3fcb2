/** The next step of a loan, or how it ended: the amount, the deadline, what follows, and the reader's actions. */

import clsx from 'clsx';
import { Suspense, useId, useState } from 'react';
import { formatTimeLeft } from '../../../format/moment.ts';
import { formatMoney } from '../../../format/money.ts';
import { useNow } from '../../../graph/business-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import type { ButtonVariant } from '../../../ui/button/button-class.ts';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { useTint } from '../../../ui/display/use-tint.ts';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { Card } from '../../../ui/layout/card.tsx';
import type { LoanAction } from '../action/loan-actions.ts';
import { listDisabledReasons, listLoanActions } from '../action/loan-actions.ts';
import {
  findLiveAmendment,
  findNextAmendment,
  findNextTask,
} from '../amendments/find-amendment.ts';
import { findInstalment, findNextDueAt, isBeforeLast } from '../instalment.ts';
import { describeRefinanceDeadline } from '../legs/describe-refinance-wait.ts';
import { isRefinanced } from '../legs/find-refinance.ts';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import type { Tone } from './describe-headline.ts';
import { chooseTone, describeHeadline, isOver } from './describe-headline.ts';
import { describeNextStep } from './describe-next-step.ts';

const AmendmentNotice = lazyComponent(
  async () => (await import('../amendments/amendment-notice.tsx')).AmendmentNotice,
);
const RefinanceNotice = lazyComponent(
  async () => (await import('../legs/refinance-notice.tsx')).RefinanceNotice,
);
const ReportPaymentDialog = lazyComponent(
  async () => (await import('../repayments/report-payment-dialog.tsx')).ReportPaymentDialog,
);

export interface NextStepCardProps {
  loan: Loan;
  onAction: (action: LoanAction) => void;
}

export function NextStepCard({ loan, onAction }: NextStepCardProps) {
  const now = useNow();
  const tone = chooseTone(loan, now);
  const { status, stage, waitingFor, payoff, nextDue } = loan;
  const shown = JSON.stringify([status, stage, waitingFor, payoff, nextDue]);
  return (
    <Card
      ref={useTint<HTMLElement>(shown, 'callout')}
      title={isOver(loan) ? 'How it ended' : 'What happens next'}
      tone={tone}
      className="sm:p-5"
    >
      <FirstLine loan={loan} />
      <Deadline loan={loan} now={now} tone={tone} />
      <p className="mt-2 text-ink-2">{describeNextStep(loan, now)}</p>
      <Suspense fallback={null}>
        {findLiveAmendment(loan) && <AmendmentNotice loan={loan} now={now} />}
        {(loan.replaces ?? loan.replacedBy) && <RefinanceNotice loan={loan} />}
      </Suspense>
      <DomainLink loan={loan} />
      <Actions loan={loan} onAction={onAction} />
    </Card>
  );
}

function FirstLine({ loan }: { loan: Loan }) {
  const { before, cents, after } = describeHeadline(loan);
  return (
    <p
      className={clsx(
        'num mt-1.5 flex flex-wrap items-baseline gap-x-2 font-semibold',
        cents === undefined && 'text-xl',
      )}
    >
      {before !== undefined && <span>{before}</span>}{' '}
      {cents !== undefined && (
        <strong className="font-semibold text-[1.75rem] leading-9 tracking-[-.03em]">
          {formatMoney(cents)}
        </strong>
      )}{' '}
      {after !== undefined && <span>{after}</span>}
    </p>
  );
}

const toneClasses: Record<Tone, string> = { tint: '', amber: 'text-amber', red: 'text-red' };

/** "by Feb 13, 21:12 · 5 days left", "Grace ends Feb 13, 21:12 · 5 days left"; of an overdue loan, its due date. */
function Deadline({ loan, now, tone }: { loan: Loan; now: Date; tone: Tone }) {
  const { stage } = loan;
  const isAmendment = findNextAmendment(loan) !== undefined;
  const isOverdue = stage === 'OVERDUE' && !isAmendment;
  const isGrace = stage === 'IN_GRACE' && !isAmendment;
  const at = isOverdue ? findNextDueAt(loan) : findDeadline(loan);
  if (isClosed(loan) || at === null) return null;
  const before = isOverdue ? 'Due' : isGrace ? 'Grace ends' : describeDeadline(loan);
  return (
    <p className={clsx('font-semibold', toneClasses[tone])}>
      {before} <Time value={at} as="short-day-time" now={now} />
      {' · '}
      <span className="num whitespace-nowrap">{formatTimeLeft(at, now)}</span>
    </p>
  );
}

/** While a proposal waits for its answer, what is due stays due. */
function findDeadline(loan: Loan): string | null {
  const { waitingFor, stage, graceEndsAt, accelerationEndsAt } = loan;
  if (waitingFor.action !== 'ANSWER_AMENDMENT') return waitingFor.until;
  return stage === 'IN_GRACE' ? graceEndsAt : (accelerationEndsAt ?? findNextDueAt(loan));
}

/** What comes before the date. Until the due date the amount owed today is not the one owed then. */
function describeDeadline(loan: Loan): string {
  const { status, stage, role, waitingFor, disclosure, nextDue } = loan;
  const { action } = waitingFor;
  const isRepayment = action === 'REPAY' && !findInstalment(loan);
  if (stage === 'ACTIVE' && (isRepayment || action === 'ANSWER_AMENDMENT'))
    return `${formatMoney(nextDue?.amount ?? disclosure.repays)} by`;
  const refinance = describeRefinanceDeadline(loan);
  if (refinance !== undefined) return refinance;
  if (action === 'PAYMENT_DETAILS' && role === 'BORROWER') return 'The mark lapses';
  if (action === 'ANSWER_PAYMENT') return 'Answer by';
  if (status !== 'ESCALATED') return 'by';
  return waitingFor.party === 'OPERATOR' ? 'Decision due' : 'Evidence until';
}

/** Whether the reader is a party of a dispute that takes evidence from them. */
const isEvidenceDue = ({ role, waitingFor, evidenceDone }: Loan) =>
  role !== 'OPERATOR' && waitingFor.action === 'ADD_EVIDENCE' && !evidenceDone.includes(role);

/** A borrower with instalments reports them; Claim Repaid is for the whole payoff. Agreed money has its button above. */
const isReportDue = (loan: Loan) =>
  loan.role === 'BORROWER' &&
  loan.status === 'LOAN_POSTED' &&
  isBeforeLast(loan) &&
  findNextTask(loan) !== 'pay';

function ReportButton({ loan }: { loan: Loan }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)} className="w-full">
        Report a Payment
      </Button>
      <Suspense fallback={null}>
        {isOpen && <ReportPaymentDialog loan={loan} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

/** Goes to the upload, which is in another card, far down on a phone. */
function showEvidence() {
  const upload = document.getElementById('add-evidence');
  upload?.scrollIntoView({ block: 'center' });
  upload?.querySelector('button')?.focus({ preventScroll: true });
}

/** What the reader can do now, in full size; the rest is one quiet row with the reasons. */
function Actions({ loan, onAction }: NextStepCardProps) {
  const id = useId();
  const actions = listLoanActions(loan);
  const open = actions
    .filter(({ enabled }) => enabled)
    .sort((one, other) => Number(other.primary) - Number(one.primary));
  const resting = actions.filter(({ enabled }) => !enabled);
  const reasons = listDisabledReasons(loan);
  const adds = isEvidenceDue(loan);
  const reports = isReportDue(loan);
  // Then the next step has its primary button above.
  const isLed = adds || findNextTask(loan) !== undefined;
  if (actions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would imply form fields
    <div role="group" aria-label="Actions" className="mt-4 space-y-3">
      {reports && <ReportButton loan={loan} />}
      {adds && (
        <Button variant="primary" onClick={showEvidence} className="w-full">
          Add Evidence
        </Button>
      )}
      {open.length > 0 && (
        <div className="grid grid-cols-2 gap-2">
          {open.map((action, index) => (
            <div
              key={action.label}
              className={index === 0 && open.length % 2 === 1 ? 'col-span-2' : undefined}
            >
              <Button
                variant={getVariant(action, isLed)}
                onClick={() => onAction(action)}
                aria-describedby={action.caption && `${id}-${index}`}
                className="w-full"
              >
                {action.label}
              </Button>
              {action.caption !== undefined && (
                <p
                  id={`${id}-${index}`}
                  className={clsx('mt-1 text-xs', action.givesAway ? 'text-red' : 'text-ink-2')}
                >
                  {action.caption}
                </p>
              )}
            </div>
          ))}
        </div>
      )}
      {resting.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {resting.map(({ label }) => (
            <Button key={label} size="small" disabled aria-describedby={reasons[0] && id}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {reasons.length > 0 && (
        <p id={id} className="text-xs text-ink-3">
          {reasons.join(' ')}
        </p>
      )}
    </div>
  );
}

const getVariant = ({ primary, danger }: LoanAction, isLed: boolean): ButtonVariant =>
  primary && !isLed ? 'primary' : danger ? 'danger' : 'default';

const owners: Partial<Record<Loan['status'], Loan['role']>> = {
  FINALIZED_RETURN_TO_BORROWER: 'BORROWER',
  FINALIZED_LENDER_SEIZURE: 'LENDER',
};

/** Links the borrower to the transfer dialog, and the final owner of the domain to where it can be transferred out. */
function DomainLink({ loan }: { loan: Loan }) {
  const { role, waitingFor, held, status, domainId } = loan;
  // A refinanced domain is still in escrow.
  if (isRefinanced(loan)) return null;
  const transfers = role === 'BORROWER' && waitingFor.action === 'TRANSFER_IN';
  if (!transfers && (held?.releasedTo ?? owners[status]) !== role) return null;
  return (
    <LinkButton
      to={`/app/my-domains${transfers ? `/transfer-in?domain=${domainId}` : ''}`}
      variant="primary"
      className="mt-4 w-full"
    >
      {transfers ? 'Transfer In' : 'My Domains'}
    </LinkButton>
  );
}
