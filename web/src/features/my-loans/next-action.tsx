/** Whose turn it is on a loan, what they do next and until when. */

import type { WaitingAction, WaitingParty } from '../../graph/schema.generated.ts';
import { Time } from '../../ui/display/time.tsx';
import type { LoanTurnFragment } from './next-action.generated.ts';

const parties: Record<WaitingParty, string> = {
  BORROWER: "The borrower's turn",
  LENDER: "The lender's turn",
  BOTH: 'Your turn, and theirs',
  OPERATOR: "An operator's turn",
  PLATFORM: "Nameloan's turn",
  REGISTRY: "The registry's turn",
  NOBODY: '',
};

const actions: Record<WaitingAction, string> = {
  RESERVE: 'Reserve the domain',
  DRAW_CONTRACT: 'Draw up the contract',
  SIGN: 'Sign the agreement',
  TRANSFER_IN: 'Transfer the domain in',
  RENEW: 'Renew the domain',
  APPROVE_TRANSFER: 'Let the transfer through',
  MARK_PAID: 'Mark paid, then pay',
  ANSWER_CANCEL: 'Answer the wish to cancel',
  CONFIRM_RECEIPT: 'Confirm the payment',
  REPAY: 'Repay',
  ANSWER_CLAIM: 'Answer the claim',
  SEIZE: 'Take the domain, or wait',
  ESCALATE: 'Ask an operator to decide',
  RESOLVE: 'Decide the dispute',
};

export function Turn({ loan }: { loan: LoanTurnFragment }) {
  const { party, action, until } = loan.waitingFor;
  if (party === 'NOBODY') return <span className="text-ink-3">–</span>;
  const mine = party === loan.role;
  const whose = mine ? 'Your turn' : (parties[party] ?? '');
  return (
    <span className="block min-w-0 stacked:text-right">
      <span
        className={
          mine || party === 'BOTH' ? 'block font-semibold text-brand-ink' : 'block text-ink-2'
        }
      >
        {whose}
      </span>
      <span className="block text-2xs text-ink-3">
        {action && (actions[action] ?? '')}
        {until && (
          <>
            {' by '}
            <Time value={until} as="day" />
          </>
        )}
      </span>
    </span>
  );
}
