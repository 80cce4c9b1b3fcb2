/** The dashboard: its heading, its data, and the space of its sections while they load. */

import { Plus } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { PageProblem } from '../../graph/page-problem.tsx';
import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { useRefetchAt } from '../../graph/use-refetch-at.ts';
import { useSession } from '../../session/tokens.ts';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { readMemory } from './account-memory.ts';
import { countNeeds } from './count-needs.ts';
import type { DashboardQuery } from './dashboard-page.generated.ts';
import { DashboardDocument, DashboardLiveDocument } from './dashboard-page.generated.ts';

const loadSections = () => import('./dashboard-sections.tsx');
const DashboardSections = lazyComponent(async () => (await loadSections()).DashboardSections);

export function DashboardPage() {
  const { data, problem, loading, retry } = usePageQuery(DashboardDocument, {});
  useLiveUpdates(DashboardLiveDocument, { variables: {}, onData: retry });
  useRefetchAt(listDeadlines(data), retry);
  const accountId = useSession()?.accountId ?? '';
  // In parallel with the data. A failure is repeated when the sections are drawn.
  useEffect(() => void loadSections().catch(() => undefined), []);
  const firstName = data?.self?.name?.split(' ')[0];
  const isWaiting = countNeeds(data?.dashboard) > 0;
  const reserved = <ReservedSections accountId={accountId} />;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading
          title="Dashboard"
          className="text-[1.75rem] leading-9 sm:text-[2.125rem] sm:leading-10"
        >
          {firstName ? `Welcome, ${firstName}` : 'Welcome'}
        </PageHeading>
        <div className="flex flex-wrap gap-2">
          <LinkButton to="/app/listings">Browse listings</LinkButton>
          <LinkButton
            to="/app/my-domains?add"
            variant={isWaiting ? 'default' : 'primary'}
            icon={Plus}
          >
            Add a domain
          </LinkButton>
        </div>
      </div>
      {(!isComplete(data) || problem?.service !== 'payments') && (
        <div className="mt-5 empty:hidden">
          <PageProblem problem={problem} onTryAgain={retry} />
        </div>
      )}
      {/* The sections replace what reserves their space: elements that move down would count as a shift. */}
      {loading ? (
        reserved
      ) : (
        <Suspense fallback={reserved}>
          <DashboardSections key={accountId} accountId={accountId} data={data} />
        </Suspense>
      )}
    </>
  );
}

/** Payments concern only operators here: others see no problem of theirs while nothing is missing. */
function isComplete(data: DashboardQuery | undefined): boolean {
  const { domains, borrowing, lending } = data?.dashboard ?? {};
  return Boolean(data?.self && !data.self.operator && domains && borrowing && lending);
}

const dayMs = 86_400_000;

/** Payoffs grow at each UTC midnight. */
const getMidnightAfter = (now: string) =>
  new Date((Math.floor(Date.parse(now) / dayMs) + 1) * dayMs).toISOString();

/** Moments at which the page changes without an event. */
function listDeadlines(data: DashboardQuery | undefined): (string | null)[] {
  const { waitingLoans, waitingOffers, waitingPushes, paymentFlows } = data?.dashboard ?? {};
  return [
    data?.now ? getMidnightAfter(data.now) : null,
    ...(waitingLoans?.escrows.map(({ waitingFor }) => waitingFor.until) ?? []),
    ...(waitingOffers?.domains.map(({ expiresAt }) => expiresAt) ?? []),
    ...(waitingPushes?.pushes.flatMap(({ acceptableFrom, expiresAt }) => [
      acceptableFrom,
      expiresAt,
    ]) ?? []),
    ...(paymentFlows?.flows.flatMap(({ at, graceEndsAt }) => [at, graceEndsAt]) ?? []),
  ];
}

/** Placeholders of the cards, and of what was above them at the last visit. */
function ReservedSections({ accountId }: { accountId: string }) {
  const { rows = 0, rowHeight = 69, steps = false } = readMemory(accountId);
  return (
    <>
      {rows > 0 && (
        <div className="mt-7 pt-14">
          <Skeleton card rows={rows} rowHeight={rowHeight} label="Needs you" />
        </div>
      )}
      {steps && <div aria-hidden="true" className="mt-7 h-52 rounded-lg bg-brand-tint" />}
      <div className="mt-7 grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton card rows={3} rowHeight={70} label="Portfolio" />
        <div aria-hidden="true" className="rounded-lg border border-line p-5 max-lg:h-52" />
      </div>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <Skeleton card rows={4} rowHeight={72} label="Borrowing" />
        <Skeleton card rows={4} rowHeight={72} label="Lending" />
      </div>
    </>
  );
}
