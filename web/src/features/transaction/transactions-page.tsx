/** Transactions: all deposits and fees, and the balance. */

import { Plus } from 'lucide-react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { readPage } from '../../format/read-page.ts';
import { PageProblem } from '../../graph/page-problem.tsx';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatches } from '../../ui/feedback/no-matches.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { buildSearch } from '../../ui/filter/use-filter-query.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { BalanceSummary } from './balance-summary.tsx';
import { DepositStatus } from './deposit-status.tsx';
import { transactionColumns } from './transaction-columns.tsx';
import { TransactionControls } from './transaction-controls.tsx';
import { isFiltered, readView, viewNames } from './transaction-view.ts';
import type { TransactionsQuery } from './transactions-page.generated.ts';
import { TransactionsDocument } from './transactions-page.generated.ts';
import { usePaymentUpdates } from './use-payment-updates.ts';

const rowsPerPage = 5;

export function TransactionsPage() {
  const page = readPage(useParams().page);
  return page === undefined ? <NotFoundPage home="/app" /> : <Transactions page={page} />;
}

function Transactions({ page }: { page: number }) {
  const [query] = useSearchParams();
  const view = readView(query);
  const { data, problem, loading, retry } = usePageQuery(TransactionsDocument, { page, ...view });
  usePaymentUpdates(retry);
  const transactionPage = data?.transactions ?? undefined;
  const search = buildSearch(query, viewNames);
  if (transactionPage && page > transactionPage.pages)
    return <Navigate replace to={`/app/transactions/${transactionPage.pages}${search}`} />;
  const clearHref = isFiltered(view)
    ? `/app/transactions${buildSearch(query, ['sort'])}`
    : undefined;
  const paidId = query.get('deposit');
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <PageHeading title="Transactions" pageKey={`/app/transactions/${page}`}>
          Transactions
        </PageHeading>
        <LinkButton to="/app/add-balance" variant="primary" icon={Plus}>
          Add Balance
        </LinkButton>
      </div>
      <div className="mt-5 space-y-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
        {paidId && <DepositStatus id={paidId} />}
        {(loading || data?.balance) && <BalanceSummary balance={data?.balance ?? undefined} />}
      </div>
      {(transactionPage === undefined || transactionPage.total > 0 || clearHref) && (
        <TransactionControls clearHref={clearHref} />
      )}
      {loading && !transactionPage && (
        <div className="mt-5">
          <Skeleton card rows={rowsPerPage} label="Transactions" table={{ stackedRowHeight: 61 }} />
        </div>
      )}
      {transactionPage && <Table {...{ transactionPage, page, search, clearHref }} />}
    </>
  );
}

interface TableProps {
  transactionPage: NonNullable<TransactionsQuery['transactions']>;
  page: number;
  search: string;
  clearHref: string | undefined;
}

function Table({ transactionPage, page, search, clearHref }: TableProps) {
  const empty = clearHref ? (
    <NoMatches title="No transactions match." clearHref={clearHref} />
  ) : (
    <EmptyState
      action={
        <LinkButton to="/app/add-balance" icon={Plus}>
          Add Balance
        </LinkButton>
      }
    >
      Deposits and the fees paid from your balance appear here.
    </EmptyState>
  );
  return (
    <DataTable
      caption="Transactions"
      className="mt-5"
      columns={transactionColumns}
      rows={transactionPage.transactions}
      getKey={({ id }) => id}
      empty={empty}
      foot={
        <Pagination
          page={page}
          pages={transactionPage.pages}
          getHref={(number) => `/app/transactions/${number}${search}`}
        />
      }
    />
  );
}
