/** The sale of a loan: the lender's open offer with its link, and for both parties the sales that closed. */

import { Suspense, useId, useState } from 'react';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { businessToday, useNow } from '../../../graph/business-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { TextLink } from '../../../ui/button/text-link.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Code } from '../../../ui/display/code.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { useTint } from '../../../ui/display/use-tint.ts';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { Card } from '../../../ui/layout/card.tsx';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import { WithdrawOpenSaleDocument } from './sale.generated.ts';
import type { LoanSale } from './use-loan-sale.ts';
import { useLoanSale } from './use-loan-sale.ts';
import { useSaleAction } from './use-sale-action.ts';

const SellDialog = lazyComponent(async () => (await import('./sell-dialog.tsx')).SellDialog);
const ReportToSellerDialog = lazyComponent(
  async () => (await import('./report-to-seller-dialog.tsx')).ReportToSellerDialog,
);

type OpenSale = NonNullable<LoanSale['assignment']>;
type ClosedSale = LoanSale['sales'][number];

export function SaleCard({ loan }: { loan: Loan }) {
  const [selling, setSelling] = useState(false);
  const { role, status } = loan;
  const found = useLoanSale(loan);
  const { assignment, sales = [] } = found ?? {};
  const canSell = role === 'LENDER' && status === 'LOAN_POSTED' && !assignment;
  const last = sales.at(-1);
  const tint = useTint<HTMLElement>(JSON.stringify([assignment, sales.length]));
  if (role === 'OPERATOR' || (!canSell && !assignment && !last)) return null;
  return (
    <Card
      ref={tint}
      title="Sale"
      className="sm:p-5"
      aside={
        canSell && (
          <Button
            size="row"
            aria-label="Sell Loan"
            disabled={!found}
            onClick={() => setSelling(true)}
          >
            Sell
          </Button>
        )
      }
    >
      {assignment && <Open loan={loan} sale={assignment} />}
      {last && <Closed loan={loan} sale={last} />}
      {!assignment && !last && (
        <p className="mt-1 text-ink-3">
          You can sell the whole loan by a private link. The buyer becomes the lender.
        </p>
      )}
      <Suspense fallback={null}>
        {selling && <SellDialog loan={loan} onClose={() => setSelling(false)} />}
      </Suspense>
    </Card>
  );
}

/** What the seller has to do before it goes on. */
const tasks: Partial<Record<OpenSale['status'], string>> = {
  ACCEPTED: 'Read and Sign the Deed',
  SENT: 'Answer the Price',
  DISPUTED: 'See the Dispute',
};

function Open({ loan, sale }: { loan: Loan; sale: OpenSale }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const now = useNow();
  const id = useId();
  const { statusText, price, day, expires, buyerName, url, actions, answerDueAt } = sale;
  const isDue = actions.includes('SIGN') || actions.includes('CONFIRM');
  return (
    <>
      <p className="mt-1 font-semibold wrap-anywhere">{statusText}</p>
      {answerDueAt !== null && (
        <p className="font-semibold text-amber">
          Answer by <Time value={answerDueAt} as="short-day-time" now={now} />
        </p>
      )}
      <Facts
        layout="list"
        className="mt-1"
        items={[
          { label: 'Price', value: formatMoney(price) },
          { label: 'Sold as of', value: formatDay(day) },
          { label: 'Paid by', value: formatDay(expires) },
          ...(buyerName === null ? [] : [{ label: 'Buyer', value: buyerName }]),
        ]}
      />
      {url !== null && (
        <>
          <p className="mt-2 text-xs text-ink-2">
            Private link for the buyer. The first account that accepts is the buyer.
          </p>
          <p id={id} className="mt-1 wrap-anywhere">
            <Code>{url}</Code>
          </p>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {url !== null && <CopyButton text={url} what="link" shownIn={id} />}
        <LinkButton
          to={`/assignments/${sale.id}`}
          size="row"
          variant={isDue ? 'primary' : 'default'}
        >
          {(isDue && tasks[sale.status]) || 'Open the sale'}
        </LinkButton>
        {actions.includes('WITHDRAW') && (
          <Button size="row" onClick={() => setWithdrawing(true)}>
            Withdraw
          </Button>
        )}
      </div>
      {withdrawing && (
        <WithdrawDialog loan={loan} sale={sale} onClose={() => setWithdrawing(false)} />
      )}
    </>
  );
}

interface WithdrawDialogProps {
  loan: Loan;
  sale: OpenSale;
  onClose: () => void;
}

function WithdrawDialog({ loan, sale, onClose }: WithdrawDialogProps) {
  const run = useSaleAction(WithdrawOpenSaleDocument, onClose);
  return (
    <ConfirmDialog
      title="Withdraw this sale?"
      domain={loan.unicodeName}
      effect="The link stops working. You stay the lender and can offer the loan again."
      action="Withdraw"
      onConfirm={() => run({ token: sale.id }, 'Sale withdrawn')}
      onClose={onClose}
    />
  );
}

/** Who the lender is now, and whom the borrower can pay until when. */
function Closed({ loan, sale }: { loan: Loan; sale: ClosedSale }) {
  const [reporting, setReporting] = useState(false);
  const { role, lenderName } = loan;
  const { id, sellerName, paySellerUntil, deedPath } = sale;
  const isBorrower = role === 'BORROWER';
  const until = formatDay(paySellerUntil);
  const isPayable = isBorrower && !isClosed(loan) && businessToday() <= paySellerUntil;
  return (
    <>
      <p className="mt-1 text-ink-2 wrap-anywhere">
        {isBorrower
          ? `${sellerName} sold this loan. ${lenderName} is your lender now.`
          : `You bought this loan from ${sellerName}.`}
      </p>
      <p className="mt-1 text-ink-2 wrap-anywhere">
        {isBorrower
          ? `Payments to ${sellerName} count until ${until}. After that pay only ${lenderName}.`
          : `Payments to ${sellerName} by ${until} count, and ${sellerName} owes them to you.`}
      </p>
      {deedPath !== null && (
        <TextLink to={`/assignments/${id}`} className="mt-2">
          See the deed
        </TextLink>
      )}
      {isPayable && (
        <Button size="row" className="mt-3" onClick={() => setReporting(true)}>
          Report a payment to {sellerName}
        </Button>
      )}
      <Suspense fallback={null}>
        {reporting && (
          <ReportToSellerDialog loan={loan} sale={sale} onClose={() => setReporting(false)} />
        )}
      </Suspense>
    </>
  );
}
