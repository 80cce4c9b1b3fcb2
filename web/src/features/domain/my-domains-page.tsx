/** My Domains: the user's domains with their status and actions. */

import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { Navigate, Outlet, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { readPage } from '../../format/read-page.ts';
import { PageProblem } from '../../graph/page-problem.tsx';
import type { NotificationKind } from '../../graph/schema.generated.ts';
import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { useRefetchOnReturn } from '../../graph/use-refetch-on-return.ts';
import { useThrottled } from '../../graph/use-throttled.ts';
import { Button } from '../../ui/button/button.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { buildSearch } from '../../ui/filter/use-filter-query.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { DeadlinesContext } from './deadlines.ts';
import { readDialog } from './dialog/dialog-url.ts';
import { OpenDomainContext, useOpenDomainQuery } from './dialog/open-domain.ts';
import { useDialogs } from './dialog/use-dialogs.ts';
import { DialogRouter } from './dialog-router.tsx';
import { DomainFilters } from './domain-filters.tsx';
import { DomainList } from './domain-list.tsx';
import { listPath, readView } from './list-view.ts';
import {
  DomainNotificationsLiveDocument,
  DomainOffersLiveDocument,
  MyDomainsDocument,
  MyDomainsLiveDocument,
} from './my-domains-page.generated.ts';
import { PortfolioActions } from './portfolio/portfolio-actions.tsx';
import { useRowsPerPage } from './rows-per-page.ts';

const PushList = lazyComponent(async () => (await import('./push/push-list.tsx')).PushList);

export function MyDomainsPage() {
  const page = readPage(useParams().page);
  const dialogs = useDialogs();
  const { missing, ...reading } = useOpenDomainQuery(dialogs.opened);
  if (page === undefined || missing) return <NotFoundPage home="/app" />;
  const { show, close } = dialogs;
  return (
    <OpenDomainContext value={{ ...reading, show, close }}>
      <MyDomains page={page} show={show} />
      <DialogRouter name={dialogs.opened?.name} />
      <Outlet />
    </OpenDomainContext>
  );
}

/** A check of all names sends an update for each. */
const refreshIntervalMs = 1000;

/** A domain left the account, or what its loan waits for has changed. */
const refreshingKinds: ReadonlySet<NotificationKind> = new Set([
  'DOMAIN',
  'SECURITY',
  'SIGNATURE',
  'LOAN',
  'DUE',
]);

interface MyDomainsProps {
  page: number;
  show: ReturnType<typeof useDialogs>['show'];
}

function MyDomains({ page, show }: MyDomainsProps) {
  const location = useLocation();
  const [query] = useSearchParams();
  const view = readView(query);
  const [limit, chooseRows] = useRowsPerPage();
  const variables = { page, limit, ...view };
  const { data, problem, loading, retry } = usePageQuery(MyDomainsDocument, variables);
  const refresh = useThrottled(retry, refreshIntervalMs);
  const isFiltered = view.status !== null || view.query !== null || view.label !== null;
  const clearHref = isFiltered ? listPath + buildSearch(query, ['sort']) : undefined;
  const shownIds = new Set(data?.domains?.domains.map(({ id }) => id));
  useLiveUpdates(MyDomainsLiveDocument, {
    variables: {},
    onData: ({ domainsChanged }) => {
      if (!shownIds.has(domainsChanged.id) || isFiltered) refresh();
    },
  });
  useLiveUpdates(DomainOffersLiveDocument, { variables: {}, onData: refresh });
  useLiveUpdates(DomainNotificationsLiveDocument, {
    variables: {},
    onData: ({ notificationAdded: { kind } }) => {
      if (kind && refreshingKinds.has(kind)) refresh();
    },
  });
  useRefetchOnReturn(retry);
  const domainPage = data?.domains ?? undefined;
  const pastEnd = domainPage !== undefined && page > domainPage.pages;
  return (
    <>
      {/* With the list, whose dialog shows what it removed from the last page. */}
      {pastEnd && !readDialog(location) && (
        <Navigate replace to={`/app/my-domains/${domainPage.pages}${location.search}`} />
      )}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <PageHeading title="My Domains" pageKey={`/app/my-domains/${page}`}>
          My Domains
        </PageHeading>
        <div className="flex flex-wrap gap-2">
          <PortfolioActions
            hasDomains={(domainPage?.total ?? 0) > 0 || isFiltered}
            onCheckAll={() => show('check-all')}
          />
          <Button variant="primary" icon={Plus} onClick={() => show('add')}>
            Add New
          </Button>
        </div>
      </div>
      {(domainPage === undefined || domainPage.total > 0 || clearHref) && (
        <DomainFilters
          labels={data?.domainLabels ?? []}
          clearHref={clearHref}
          rowsPerPage={limit}
          chooseRows={chooseRows}
        />
      )}
      <div className="mt-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {data?.pushes && data.pushes.length > 0 && (
        <Suspense fallback={null}>
          <PushList pushes={data.pushes} />
        </Suspense>
      )}
      <DeadlinesContext value={data?.dashboard ?? undefined}>
        <DomainList
          domainPage={pastEnd ? undefined : domainPage}
          loading={loading || pastEnd}
          page={page}
          rowsPerPage={limit}
          view={JSON.stringify(variables)}
          clearHref={clearHref}
          byExpiry={view.sort === 'EXPIRY'}
          show={show}
        />
      </DeadlinesContext>
    </>
  );
}
