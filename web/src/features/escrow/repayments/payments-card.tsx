/** The payments of a loan, with what each of the parties can do, and the balance with and without open ones. */

import { useState } from 'react';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { labelLeg } from '../legs/describe-leg.ts';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import { useRefetchOnChange } from '../use-refetch-on-change.ts';
import { ConfirmPaymentDialog } from './confirm-payment-dialog.tsx';
import { DenyPaymentDialog } from './deny-payment-dialog.tsx';
import type { Payment } from './describe-payment.ts';
import {
  describeStatus,
  hasOlderPayments,
  isAdvance,
  listAnswers,
  listRepayments,
} from './describe-payment.ts';
import { AllPaymentsDocument } from './repayments.generated.ts';
import { ReportPaymentDialog } from './report-payment-dialog.tsx';
import { WithdrawPaymentDialog } from './withdraw-payment-dialog.tsx';

type OpenDialog = { kind: 'REPORT' } | { kind: 'CONFIRM' | 'DENY' | 'WITHDRAW'; payment: Payment };

export function PaymentsCard({ loan }: { loan: Loan }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [showsOlder, setShowsOlder] = useState(false);
  const payments = listRepayments(loan);
  const close = () => setDialog(undefined);
  const { balance, role } = loan;
  const List = showsOlder ? AllPayments : PaymentList;
  const open = payments.filter(({ status }) => status === 'REPORTED').length;
  const all = open > 1 ? 'all are ' : '';
  const canReport = role === 'BORROWER' && loan.receivedAt !== null && !isClosed(loan);
  return (
    <Card
      title="Payments"
      aside={
        canReport && (
          <Button size="row" onClick={() => setDialog({ kind: 'REPORT' })}>
            Report a Payment
          </Button>
        )
      }
    >
      {balance?.ifConfirmed && balance.ifDenied && (
        <Facts
          layout="list"
          className="mt-2"
          items={[
            {
              label: `Payoff today if ${all}confirmed`,
              value: formatMoney(balance.ifConfirmed.payoff),
            },
            { label: `Payoff today if ${all}denied`, value: formatMoney(balance.ifDenied.payoff) },
          ]}
        />
      )}
      {payments.length === 0 ? (
        <p className="mt-1 text-ink-3">
          No payments yet. A payment covers fees and interest first, then principal.
        </p>
      ) : (
        <List loan={loan} payments={payments} onOpen={setDialog} />
      )}
      {hasOlderPayments(loan) && !showsOlder && (
        <Button size="row" onClick={() => setShowsOlder(true)} className="mt-4">
          Older payments
        </Button>
      )}
      <PaymentDialog dialog={dialog} loan={loan} onClose={close} />
    </Card>
  );
}

interface PaymentListProps {
  loan: Loan;
  /** Newest first. */
  payments: Payment[];
  onOpen: (dialog: OpenDialog) => void;
}

function PaymentList({ loan, payments, onOpen }: PaymentListProps) {
  return (
    <ul className="mt-1 divide-y divide-line">
      {payments.map((payment) => (
        <PaymentItem key={payment.id} payment={payment} loan={loan} onOpen={onOpen} />
      ))}
    </ul>
  );
}

/** Adds the payments that the loan does not have. */
function AllPayments(props: PaymentListProps) {
  const { loan } = props;
  const query = usePageQuery(AllPaymentsDocument, { id: loan.id });
  useRefetchOnChange(loan, query);
  const all = query.data?.escrowPayments ?? [];
  const payments = [...new Map([...all, ...loan.payments].map((one) => [one.id, one])).values()];
  return (
    <>
      <PageProblem problem={query.problem} onTryAgain={query.retry} />
      <PaymentList {...props} payments={listRepayments({ payments })} />
      {query.loading && <Skeleton rows={2} label="Older payments" />}
    </>
  );
}

interface PaymentItemProps {
  payment: Payment;
  loan: Loan;
  onOpen: (dialog: OpenDialog) => void;
}

function PaymentItem({ payment, loan, onOpen }: PaymentItemProps) {
  const { amendment, amount, confirmedAmount, date, method, reference, reason, status } = payment;
  const answers = listAnswers(payment, loan);
  const leg = labelLeg(payment);
  const details = [method, reference].filter(Boolean).join(', ');
  const corrected = status === 'CORRECTED' && confirmedAmount !== null;
  const name = `${formatMoney(amount)}${date ? ` of ${formatDay(date)}` : ''}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p>
          <span className="num font-semibold">{formatMoney(confirmedAmount ?? amount)}</span>
          {date && <span className="text-ink-3"> on {formatDay(date)}</span>}
        </p>
        <p className="text-2xs text-ink-3 wrap-anywhere">
          {describeStatus(payment)}
          {corrected && `; ${formatMoney(amount)} was reported`}
          {amendment !== null &&
            ` · ${isAdvance(payment) ? 'further principal of' : 'for'} amendment ${amendment}`}
          {leg && ` · ${leg}`}
          {details && ` · ${details}`}
          {reason && ` · “${reason}”`}
        </p>
      </div>
      {answers.includes('WITHDRAW') && (
        <Button
          size="row"
          aria-label={`Withdraw ${name}`}
          onClick={() => onOpen({ kind: 'WITHDRAW', payment })}
        >
          Withdraw
        </Button>
      )}
      {answers.includes('CORRECT') && (
        <Button
          size="row"
          aria-label={`Another Amount for ${name}`}
          onClick={() => onOpen({ kind: 'CONFIRM', payment })}
        >
          Another Amount
        </Button>
      )}
      {answers.includes('ANSWER') && (
        <div className="flex gap-2">
          <Button
            size="row"
            aria-label={`Confirm ${name}`}
            onClick={() => onOpen({ kind: 'CONFIRM', payment })}
          >
            Confirm
          </Button>
          <Button
            size="row"
            aria-label={`Deny ${name}`}
            onClick={() => onOpen({ kind: 'DENY', payment })}
          >
            Deny
          </Button>
        </div>
      )}
    </li>
  );
}

interface PaymentDialogProps {
  dialog: OpenDialog | undefined;
  loan: Loan;
  onClose: () => void;
}

function PaymentDialog({ dialog, loan, onClose }: PaymentDialogProps) {
  switch (dialog?.kind) {
    case 'REPORT':
      return <ReportPaymentDialog loan={loan} onClose={onClose} />;
    case 'CONFIRM':
      return <ConfirmPaymentDialog loan={loan} payment={dialog.payment} onClose={onClose} />;
    case 'DENY':
      return <DenyPaymentDialog loan={loan} payment={dialog.payment} onClose={onClose} />;
    case 'WITHDRAW':
      return <WithdrawPaymentDialog loan={loan} payment={dialog.payment} onClose={onClose} />;
    default:
      return null;
  }
}
