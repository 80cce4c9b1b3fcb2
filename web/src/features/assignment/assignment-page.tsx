/** The page of a sale by its private link: its state, the price, and the loan for a buyer to check. */

import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { PageProblem } from '../../graph/page-problem.tsx';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { useRefetchAt } from '../../graph/use-refetch-at.ts';
import { loginPath } from '../../session/return-path.ts';
import { Mark } from '../../ui/brand/mark.tsx';
import { Seal } from '../../ui/brand/seal.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { Loader } from '../../ui/feedback/loader.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { AssignmentPageDocument } from './assignment-page.generated.ts';
import { DeedCard } from './deed-card.tsx';
import type { Sale } from './describe-sale.ts';
import { isOpen } from './describe-sale.ts';
import { LoanTermsCard } from './loan-terms-card.tsx';
import { PriceCard } from './price-card.tsx';
import { SalePayments } from './sale-payments.tsx';
import { SaleStateCard } from './sale-state-card.tsx';

export function AssignmentPage() {
  const { token = '' } = useParams();
  return <SaleByToken key={token} token={token} />;
}

function SaleByToken({ token }: { token: string }) {
  const { data, problem, retry } = usePageQuery(AssignmentPageDocument, { token });
  const sale = data?.assignment ?? undefined;
  useRefetchAt([sale?.answerDueAt ?? null], retry);
  usePolling(sale, retry);
  if (problem?.code === 'NOT_FOUND')
    return <NotFoundPage>This sale doesn’t exist, has ended, or has another buyer.</NotFoundPage>;
  return (
    <>
      <Heading sale={sale} />
      <div className="mt-4 empty:hidden">
        {problem && problem.code !== 'UNAUTHENTICATED' && (
          <PageProblem problem={problem} onTryAgain={retry} page={!sale} />
        )}
      </div>
      {sale ? (
        <div className="mt-7 grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="min-w-0 space-y-5 lg:col-start-2">
            <SaleStateCard sale={sale} token={token} />
            <PriceCard sale={sale} />
          </div>
          <div className="min-w-0 space-y-5 lg:col-start-1 lg:row-start-1">
            <DeedCard sale={sale} />
            <LoanTermsCard sale={sale} />
            <SalePayments sale={sale} />
          </div>
        </div>
      ) : (
        // As high as the window, so that the footer stays below it.
        <div className="mt-4 min-h-dvh">
          {problem?.code === 'UNAUTHENTICATED' && <LogInCard />}
          {!problem && (
            <Loader>
              <Skeleton rows={6} card />
            </Loader>
          )}
        </div>
      )}
    </>
  );
}

/** A visitor logs in or registers, and returns to the sale. */
function LogInCard() {
  const { pathname } = useLocation();
  const path = loginPath(pathname);
  return (
    <Card title="A loan is for sale" tinted>
      <p className="mt-1 text-ink-2">
        Log in or register to see its terms, its payments and the price.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton to={path} variant="primary">
          Log in
        </LinkButton>
        <LinkButton to={path.replace('/login', '/register')}>Register</LinkButton>
      </div>
    </Card>
  );
}

/** The same heading element while loading and after, so that it keeps the focus. */
function Heading({ sale }: { sale: Sale | undefined }) {
  const title = 'Sale of a loan';
  return (
    <div className="flex flex-wrap items-center gap-4">
      {sale ? (
        <Seal name={sale.domainName} size={64} />
      ) : (
        <Mark size={64} className="text-brand-ink" />
      )}
      <div className="min-w-0">
        <PageHeading title={sale ? `${title} on ${sale.unicodeName}` : title}>{title}</PageHeading>
        <p className="mt-1 min-h-8 text-lg">{sale && <Nameplate name={sale.unicodeName} />}</p>
      </div>
    </div>
  );
}

const pollIntervalMs = 15_000;
const sealIntervalMs = 3_000;

/** A buyer has no subscription to the loan, so the page polls while the sale is open and until its deed is sealed. */
function usePolling(sale: Sale | undefined, retry: () => void): void {
  const awaitsSeal = sale?.status === 'CLOSED' && !sale.sealed;
  const intervalMs = awaitsSeal ? sealIntervalMs : sale && isOpen(sale) ? pollIntervalMs : null;
  useEffect(() => {
    if (intervalMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') retry();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, retry]);
}
