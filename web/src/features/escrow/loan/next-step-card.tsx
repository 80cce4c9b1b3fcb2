/** The next step of a loan and the reader's actions, with the reasons why some are disabled. */

import { useId } from 'react';
import { formatOverdue, formatTimeLeft } from '../../../format/moment.ts';
import { useNow } from '../../../graph/business-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import type { ButtonVariant } from '../../../ui/button/button-class.ts';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { LoanAction } from '../action/loan-actions.ts';
import { listDisabledReasons, listLoanActions } from '../action/loan-actions.ts';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import { describeNextStep } from './describe-next-step.ts';

export interface NextStepCardProps {
  loan: Loan;
  onAction: (action: LoanAction) => void;
}

export function NextStepCard({ loan, onAction }: NextStepCardProps) {
  const id = useId();
  const { contextual, standard } = listLoanActions(loan);
  const reasons = listDisabledReasons(loan);
  const renderButtons = (actions: LoanAction[]) =>
    actions.map((action, index) => (
      <ActionButton
        key={action.label}
        action={action}
        wide={index === 0 && actions.length % 2 === 1}
        reasonsId={`${id}-reasons`}
        onPress={() => onAction(action)}
      />
    ));
  return (
    <Card title="What happens next" tinted className="sm:p-5">
      <p className="mt-1 text-ink-2">{describeNextStep(loan)}</p>
      <Deadline loan={loan} />
      <TransferLink loan={loan} />
      <OwnerLink loan={loan} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would imply form fields */}
      <div role="group" aria-label="Actions" className="mt-4 grid grid-cols-2 gap-2">
        {renderButtons(contextual)}
        {renderButtons(standard)}
      </div>
      {reasons.length > 0 && (
        <div id={`${id}-reasons`} className="mt-3 space-y-1.5 text-xs text-ink-3">
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      )}
    </Card>
  );
}

function getVariant({ enabled, primary, danger }: LoanAction): ButtonVariant {
  if (!enabled) return 'default';
  return primary ? 'primary' : danger ? 'danger' : 'default';
}

interface ActionButtonProps {
  action: LoanAction;
  /** Spans both columns: the first of an odd number of buttons. */
  wide: boolean;
  reasonsId: string;
  onPress: () => void;
}

function ActionButton({ action, wide, reasonsId, onPress }: ActionButtonProps) {
  return (
    <Button
      variant={getVariant(action)}
      disabled={!action.enabled}
      aria-describedby={action.enabled ? undefined : reasonsId}
      onClick={onPress}
      className={wide ? 'col-span-2' : undefined}
    >
      {action.label}
    </Button>
  );
}

/** The server's sentence with its deadline and the time left. */
function Deadline({ loan }: { loan: Loan }) {
  const now = useNow();
  const { message, until } = loan.waitingFor;
  const isPast = until !== null && Date.parse(until) < now.getTime();
  if (isClosed(loan)) return null;
  return (
    <>
      <p className="mt-2 text-ink-2">{message}</p>
      {until && (
        <p className="mt-2 text-xs font-semibold">
          <Time value={until} as="short-day-time" now={now} />,{' '}
          {isPast ? formatOverdue(until, now) : formatTimeLeft(until, now)}
        </p>
      )}
    </>
  );
}

/** Links the borrower to the transfer dialog on My Domains. */
function TransferLink({ loan }: { loan: Loan }) {
  if (loan.role !== 'BORROWER' || loan.waitingFor.action !== 'TRANSFER_IN') return null;
  return (
    <LinkButton
      to={`/app/my-domains/transfer-in?domain=${loan.domainId}`}
      variant="primary"
      className="mt-4 w-full"
    >
      Transfer In
    </LinkButton>
  );
}

const owners: Partial<Record<Loan['status'], Loan['role']>> = {
  FINALIZED_RETURN_TO_BORROWER: 'BORROWER',
  FINALIZED_LENDER_SEIZURE: 'LENDER',
};

/** Links the final owner of the domain to My Domains, where it can be transferred out. */
function OwnerLink({ loan }: { loan: Loan }) {
  if ((loan.held?.releasedTo ?? owners[loan.status]) !== loan.role) return null;
  return (
    <LinkButton to="/app/my-domains" variant="primary" className="mt-4 w-full">
      My Domains
    </LinkButton>
  );
}
