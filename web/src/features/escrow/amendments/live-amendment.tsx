/** The amendment that waits for an answer, signatures or money: what changes, and what its reader can do. */

import type { ReactNode } from 'react';
import { formatDay } from '../../../format/day.ts';
import { formatTimeLeft } from '../../../format/moment.ts';
import { useNow } from '../../../graph/business-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import type { Loan } from '../loan-parties.ts';
import { labelParty } from '../loan-parties.ts';
import { AmendmentTitle, Hashes } from './amendment-title.tsx';
import { describeInterest, describeMoney } from './describe-amendment.ts';
import { describeState } from './describe-state.ts';
import type { AnswerKind } from './dialog-props.ts';
import type { Amendment } from './find-amendment.ts';
import { findAgreedPayment, findAmendmentTask } from './find-amendment.ts';
import { TermsTable } from './terms-table.tsx';

export interface LiveAmendmentProps {
  loan: Loan;
  amendment: Amendment;
  onOpen: (kind: AnswerKind) => void;
}

export function LiveAmendment({ loan, amendment, onOpen }: LiveAmendmentProps) {
  const { message, proposedBy, expiresAt } = amendment;
  const now = useNow();
  const task = findAmendmentTask(loan, amendment);
  const money = describeMoney(loan, amendment);
  const proposer = proposedBy === 'OPERATOR' ? 'Nameloan' : labelParty(loan, proposedBy);
  return (
    <section aria-label="Open amendment" className="mt-1">
      <AmendmentTitle amendment={amendment} />
      <p className="mt-1 font-semibold wrap-anywhere">{describeState(loan, amendment)}</p>
      {expiresAt !== null && (
        <p className={task ? 'font-semibold text-amber' : 'text-ink-3'}>
          {task ? 'By' : 'Open until'} <Time value={expiresAt} as="short-day-time" now={now} />
          {' · '}
          <span className="num whitespace-nowrap">{formatTimeLeft(expiresAt, now)}</span>
        </p>
      )}
      <TermsTable loan={loan} amendment={amendment} />
      <p className="mt-2 text-xs text-ink-2">
        {describeInterest(loan, amendment)} {money}
      </p>
      {message !== null && (
        <p className="mt-2 text-xs text-ink-2 wrap-anywhere whitespace-pre-line">
          {proposer}: “{message}”
        </p>
      )}
      <p className="mt-2 text-xs text-ink-3">{describeSilence(loan, amendment)}</p>
      <LiveActions loan={loan} amendment={amendment} onOpen={onOpen} />
      <Hashes amendment={amendment} />
    </section>
  );
}

/** What happens if nothing is done. */
function describeSilence(loan: Loan, amendment: Amendment): string {
  const { status, payer } = amendment;
  if (status === 'PROPOSED') return 'Without an answer it expires. A proposal changes nothing.';
  if (status === 'AGREED')
    return 'Without both signatures it lapses, and the present terms stay. Until then the domain can’t be taken.';
  if (payer === 'LENDER')
    return findAgreedPayment(loan, amendment)
      ? 'Without an answer within 5 days it counts as received.'
      : 'Without the payment it lapses, and the present terms stay.';
  return 'Without the confirmed payment it lapses, and the present terms stay; money that was sent is then a repayment. Until then the domain can’t be taken.';
}

/** The reader's actions; one that the loan rejects now has its reason. */
function LiveActions({ loan, amendment, onOpen }: LiveAmendmentProps) {
  const { actions, blockedActions } = loan;
  const task = findAmendmentTask(loan, amendment);
  const { contractUrl } = amendment;
  const blocked = blockedActions.find(({ action }) => action === 'AGREE_AMENDMENT')?.message;
  if (task === 'answer')
    return (
      <Row>
        <Button
          variant="primary"
          disabled={!actions.includes('AGREE_AMENDMENT')}
          onClick={() => onOpen('AGREE')}
        >
          Agree
        </Button>
        <Button disabled={!actions.includes('COUNTER_AMENDMENT')} onClick={() => onOpen('COUNTER')}>
          Counter
        </Button>
        <Button variant="danger" onClick={() => onOpen('DECLINE')}>
          Decline
        </Button>
        {blocked && <p className="basis-full text-xs text-ink-3">Agree: {blocked}</p>}
      </Row>
    );
  return (
    <Row>
      {actions.includes('WITHDRAW_AMENDMENT') && (
        <Button onClick={() => onOpen('WITHDRAW')}>Withdraw</Button>
      )}
      {task === 'pay' && (
        <Button variant="primary" onClick={() => onOpen('PAY')}>
          Report the Payment
        </Button>
      )}
      {task === 'confirm' && (
        <p className="text-xs text-ink-2">
          Confirm or deny it in Payments{formatReportedDay(loan, amendment)}.
        </p>
      )}
      {contractUrl !== null && (
        <LinkButton to={contractUrl} newTab variant={task === 'sign' ? 'primary' : 'default'}>
          {task === 'sign' ? 'Sign Now' : 'Document'}
        </LinkButton>
      )}
    </Row>
  );
}

function formatReportedDay(loan: Loan, amendment: Amendment): string {
  const date = findAgreedPayment(loan, amendment)?.date;
  return date ? `; it was sent on ${formatDay(date)}` : '';
}

function Row({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex flex-wrap gap-2 empty:hidden">{children}</div>;
}
