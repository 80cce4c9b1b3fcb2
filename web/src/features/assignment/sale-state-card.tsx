/** The state of a sale with what its reader can do now. */

import clsx from 'clsx';
import { Suspense, useId } from 'react';
import { formatDay } from '../../format/day.ts';
import { isCalendarDay } from '../../format/moment.ts';
import { useNow } from '../../graph/business-time.ts';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Code } from '../../ui/display/code.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { Time } from '../../ui/display/time.tsx';
import { useTint } from '../../ui/display/use-tint.ts';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Card } from '../../ui/layout/card.tsx';
import type { Sale, SaleState } from './describe-sale.ts';
import { describeSale, isOpen } from './describe-sale.ts';
import { SaleActions } from './sale-actions.tsx';

const PricePayee = lazyComponent(async () => (await import('./price-payee.tsx')).PricePayee);
const SignDeed = lazyComponent(async () => (await import('./sign-deed.tsx')).SignDeed);

export interface SaleStateCardProps {
  sale: Sale;
  /** The last path segment of the link, or the sale's id. */
  token: string;
}

export function SaleStateCard({ sale, token }: SaleStateCardProps) {
  const { title, text, deadline, tone } = describeSale(sale);
  const { status, actions, role, sellerName, url } = sale;
  return (
    <Card
      ref={useTint<HTMLElement>(JSON.stringify([status, actions]), 'callout')}
      title={isOpen(sale) ? 'What happens next' : 'How it ended'}
      tone={tone}
      className="sm:p-5"
    >
      <p className="mt-1.5 text-xl font-semibold">{title}</p>
      {deadline && <Deadline deadline={deadline} tone={tone} />}
      <p className="mt-2 text-ink-2 wrap-anywhere">{text}</p>
      <Reasons sale={sale} />
      <SentPrice sale={sale} />
      {url !== null && <SaleLink url={url} />}
      <Suspense fallback={null}>
        {status === 'SIGNED' && role === 'BUYER' && (
          <PricePayee token={token} sellerName={sellerName} />
        )}
        {actions.includes('SIGN') && <SignDeed key={sale.sha256} sale={sale} token={token} />}
      </Suspense>
      <SaleActions sale={sale} token={token} />
      <LoanLink sale={sale} />
    </Card>
  );
}

function Deadline({ deadline, tone }: Required<Pick<SaleState, 'deadline' | 'tone'>>) {
  const now = useNow();
  const { before, at } = deadline;
  return (
    <p className={clsx('font-semibold', tone === 'amber' && 'text-amber')}>
      {before}{' '}
      {isCalendarDay(at) ? formatDay(at) : <Time value={at} as="short-day-time" now={now} />}
    </p>
  );
}

/** Why the seller denied the price or the buyer declined, and why the operator decided so. */
function Reasons({ sale: { status, reason, decision, sellerName, buyerName } }: { sale: Sale }) {
  const author = status === 'DECLINED' ? (buyerName ?? 'Buyer') : sellerName;
  return (
    <>
      {reason && (
        <p className="mt-2 text-xs text-ink-2 wrap-anywhere whitespace-pre-line">
          {author}: “{reason}”
        </p>
      )}
      {decision && (
        <p className="mt-2 text-xs text-ink-2 wrap-anywhere whitespace-pre-line">
          Operator: “{decision}”
        </p>
      )}
    </>
  );
}

function SentPrice({ sale: { sent } }: { sale: Sale }) {
  if (!sent) return null;
  return (
    <Facts
      layout="list"
      className="mt-2"
      items={[
        { label: 'Price sent', value: formatDay(sent.date) },
        { label: 'Method', value: sent.method },
        { label: 'Reference', value: sent.reference },
      ]}
    />
  );
}

function SaleLink({ url }: { url: string }) {
  const id = useId();
  return (
    <div className="mt-3">
      <p id={id} className="wrap-anywhere">
        <Code>{url}</Code>
      </p>
      <div className="mt-2">
        <CopyButton text={url} what="link" shownIn={id} />
      </div>
    </div>
  );
}

/** The loan's page, for its parties. */
function LoanLink({ sale: { escrowId, role, status } }: { sale: Sale }) {
  // The page of a sold loan leads its seller back here.
  if (escrowId === null || (role === 'SELLER' && status === 'CLOSED')) return null;
  return (
    <LinkButton to={`/app/escrow/${escrowId}`} className="mt-3 w-full">
      Go to the loan
    </LinkButton>
  );
}
