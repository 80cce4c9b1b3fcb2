/** What happens next, and every move that its reader can make now; below them why the others are off. */

import { useId } from 'react';
import { formatTimeLeft } from '../../../format/time-left.ts';
import { useNow } from '../../../graph/business-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import type { ButtonVariant } from '../../../ui/button/button-class.ts';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Move, MoveName } from '../action/loan-actions.ts';
import { movesOf, reasonsOf } from '../action/loan-actions.ts';
import type { Loan } from '../loan-parties.ts';
import { isOver } from '../loan-parties.ts';
import { nextWords } from './describe-next-step.ts';

export interface WhatNextProps {
  loan: Loan;
  onMove: (move: MoveName) => void;
}

export function WhatNext({ loan, onMove }: WhatNextProps) {
  const id = useId();
  const { further, always } = movesOf(loan);
  const reasons = reasonsOf(loan);
  const buttons = (moves: Move[]) =>
    moves.map((move, index) => (
      <MoveButton
        key={move.name}
        move={move}
        wide={index === 0 && moves.length % 2 === 1}
        whyId={`${id}-why`}
        onPress={() => onMove(move.name)}
      />
    ));
  return (
    <Card title="What happens next" tinted className="sm:p-5">
      <p className="mt-1 text-ink-2">{nextWords(loan)}</p>
      <Waiting loan={loan} />
      <TransferLink loan={loan} />
      <OwnerLink loan={loan} />
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset, for it holds no form */}
      <div role="group" aria-label="Actions" className="mt-4 grid grid-cols-2 gap-2">
        {buttons(further)}
        {buttons(always)}
      </div>
      {reasons.length > 0 && (
        <div id={`${id}-why`} className="mt-3 space-y-1.5 text-xs text-ink-3">
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      )}
    </Card>
  );
}

function variantOf({ open, main, danger }: Move): ButtonVariant {
  if (!open) return 'default';
  return main ? 'primary' : danger ? 'danger' : 'default';
}

interface MoveButtonProps {
  move: Move;
  /** Over both columns: the first of an odd number. */
  wide: boolean;
  whyId: string;
  onPress: () => void;
}

function MoveButton({ move, wide, whyId, onPress }: MoveButtonProps) {
  return (
    <Button
      variant={variantOf(move)}
      disabled={!move.open}
      aria-describedby={move.open ? undefined : whyId}
      onClick={onPress}
      className={wide ? 'col-span-2' : undefined}
    >
      {move.label}
    </Button>
  );
}

/** The platform's own sentence, and how long that leaves. */
function Waiting({ loan }: { loan: Loan }) {
  const now = useNow();
  const { message, until } = loan.waitingFor;
  if (isOver(loan)) return null;
  return (
    <>
      <p className="mt-2 text-ink-2">{message}</p>
      {until && (
        <p className="mt-2 text-xs font-semibold">
          <Time value={until} as="short-day-time" now={now} />, {formatTimeLeft(until, now)}
        </p>
      )}
    </>
  );
}

/** The borrower brings the domain in from the page of their domains. */
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

/** Whoever has the domain in the end finds it, and how to take it out, on the page of their domains. */
function OwnerLink({ loan }: { loan: Loan }) {
  if (owners[loan.status] !== loan.role) return null;
  return (
    <LinkButton to="/app/my-domains" variant="primary" className="mt-4 w-full">
      My Domains
    </LinkButton>
  );
}
