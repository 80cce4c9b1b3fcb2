/** The next action of a loan: who must act, what to do and by when. */

import clsx from 'clsx';
import { useNow } from '../../graph/business-time.ts';
import type { WaitingAction, WaitingParty } from '../../graph/schema.generated.ts';
import { Time } from '../../ui/display/time.tsx';
import { describeConsequence } from '../../ui/loan/describe-consequence.ts';
import type { LoanNextActionFragment } from './next-action.generated.ts';

const parties: Record<WaitingParty, string> = {
  BORROWER: 'Waiting for the borrower',
  LENDER: 'Waiting for the lender',
  BOTH: 'Waiting for both of you',
  OLD_LENDER: 'Waiting for the old lender',
  OPERATOR: 'With Nameloan',
  PLATFORM: 'With Nameloan',
  REGISTRY: 'Waiting for the registrar',
  NONE: '',
};

/** Joins an action that someone else owes with its date; the default is ' by '. */
const dateSeparators: Partial<Record<WaitingAction, string>> = {
  APPROVE_TRANSFER: ', by ',
  RESOLVE: ' due ',
};

export function NextAction({ loan }: { loan: LoanNextActionFragment }) {
  const { party, action, label, until } = loan.waitingFor;
  const now = useNow();
  if (party === 'NONE') return <span className="text-ink-3">–</span>;
  const mine = party === loan.role;
  const consequence = mine || party === 'BOTH' ? describeConsequence(loan, now) : undefined;
  const emphasis = mine || party === 'BOTH' ? 'font-semibold text-brand-ink' : 'text-ink-2';
  const who = mine ? 'Your turn' : (parties[party] ?? '');
  const task = (
    <>
      {label}
      {until && (
        <>
          {(action && dateSeparators[action]) ?? ' by '}
          <Time value={until} as="short-day" now={now} />
        </>
      )}
    </>
  );
  // Two lines each: a table at the width of a laptop shows as many loans as fit.
  if (consequence)
    return (
      <span className="block min-w-0">
        <span className={clsx('flat:block flat:text-xs', emphasis)}>
          <span className="flat:hidden">{who}: </span>
          {task}
        </span>
        <span className="block text-2xs text-ink-3">
          <span className="hidden min-[90rem]:inline">
            {mine ? 'Your turn. ' : 'Both of you. '}
          </span>
          {consequence}
        </span>
      </span>
    );
  return (
    <span className="block min-w-0">
      <span className={clsx('flat:block', emphasis)}>
        {who}
        <span className="flat:hidden">:</span>
      </span>{' '}
      <span className="text-2xs text-ink-3 flat:block">{task}</span>
    </span>
  );
}
