/** Add Balance: what the site balance is for, the current balance, and two payment methods. */

import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatMoney } from '../../format/money.ts';
import { PageProblem } from '../../graph/page-problem.tsx';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import type { AddBalanceQuery } from './add-balance-page.generated.ts';
import { AddBalanceDocument } from './add-balance-page.generated.ts';
import { broadcastCancelledPayment } from './cancelled-payment-channel.ts';
import { DepositStatus } from './deposit-status.tsx';
import { PayCard } from './pay-card.tsx';
import { usePaymentUpdates } from './use-payment-updates.ts';

export function AddBalancePage() {
  const { data, problem, retry } = usePageQuery(AddBalanceDocument, {});
  usePaymentUpdates(retry);
  return (
    <>
      <PageHeading title="Add Balance">Add Balance</PageHeading>
      <p className="mt-3 max-w-[68ch] text-ink-2">
        Your site balance pays registry fees: transferring a domain to us, and renewing it after one
        year. Premium names cost more. Loan money never passes through it; it goes straight between
        the two of you.
      </p>
      <div className="mt-5 space-y-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
        <CancelledNotice />
      </div>
      <CurrentBalance data={data} />
      <div className="mt-5 grid gap-5 md:grid-cols-2">
        <PayCard
          title="Cryptocurrency"
          text="Paid through NOWPayments. Credited once confirmed."
          method="CRYPTOCURRENCY"
          action="Pay with Cryptocurrency"
        />
        <PayCard
          title="Credit card"
          text="Paid through Stripe. We never see your card."
          method="CARD"
          action="Pay with Card"
        />
      </div>
    </>
  );
}

function CurrentBalance({ data }: { data: AddBalanceQuery | undefined }) {
  const balance = data?.balance ?? undefined;
  const cents = balance?.available ?? data?.self?.balance ?? undefined;
  return (
    <Card
      title="Current balance"
      className="mt-6"
      aside={<TextLink to="/app/transactions">Transactions</TextLink>}
    >
      <div aria-live="polite" aria-busy={data === undefined || undefined}>
        <Stat
          size="xl"
          value={cents === undefined ? '…' : formatMoney(cents)}
          // A line of its height until it is known.
          detail={balance ? describeBalance(balance) : '\u00a0'}
        />
      </div>
    </Card>
  );
}

function describeBalance({ held, owed }: NonNullable<AddBalanceQuery['balance']>): string {
  const heldNote = held > 0 ? ` ${formatMoney(held)} more is held for fees.` : '';
  if (owed > 0)
    return `Add ${formatMoney(owed)} to cover a refunded deposit before your balance can pay fees.${heldNote}`;
  return `Available now.${heldNote}`;
}

const nothingCharged = 'The payment was cancelled. Nothing was charged.';

/** The result of a payment that was cancelled on the provider's page. */
function CancelledNotice() {
  const [query] = useSearchParams();
  const cancelled = query.get('cancelled');
  useEffect(() => {
    if (cancelled) broadcastCancelledPayment(cancelled);
  }, [cancelled]);
  if (!cancelled) return null;
  // Check the real status: it may have been paid in another window, or the address may be forged.
  return <DepositStatus id={cancelled} pending={nothingCharged} failed={nothingCharged} />;
}
