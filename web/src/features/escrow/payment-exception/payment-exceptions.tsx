/** Payments that differ from the deposit they were made for. An operator credits or rejects each one. */

import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatMoney } from '../../../format/money.ts';
import { readPage } from '../../../format/read-page.ts';
import { useNow } from '../../../graph/business-time.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import type { TransactionMethod } from '../../../graph/schema.generated.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import type { PaymentExceptionRowFragment } from './payment-exceptions.generated.ts';
import { PaymentExceptionsDocument } from './payment-exceptions.generated.ts';
import { SettlePaymentDialog } from './settle-payment-dialog.tsx';

const methods: Record<TransactionMethod, string> = {
  CARD: 'Card',
  CRYPTOCURRENCY: 'Cryptocurrency',
  BALANCE: 'Balance',
};

function Since({ at }: { at: string }) {
  return <Time value={at} as="ago" now={useNow()} />;
}

const columns: readonly Column<PaymentExceptionRowFragment>[] = [
  {
    header: 'Payer',
    cell: ({ user }) => (
      <span className="block min-w-0 wrap-anywhere">
        <span className="block font-semibold">{user?.name ?? 'Unknown'}</span>
        {user?.email && <span className="block text-2xs text-ink-3">{user.email}</span>}
      </span>
    ),
  },
  { header: 'Method', cell: ({ method }) => methods[method] ?? method },
  { header: 'Requested', align: 'end', cell: ({ expected }) => formatMoney(expected) },
  {
    header: 'Arrived',
    align: 'end',
    cell: ({ received }) => (received === null ? 'Unknown' : formatMoney(received)),
  },
  {
    header: 'Problem',
    cell: ({ reason }) => <span className="text-ink-2 wrap-anywhere">{reason}</span>,
  },
  { header: 'Since', cell: ({ createdAt }) => <Since at={createdAt} /> },
];

export function PaymentExceptions() {
  const [query] = useSearchParams();
  const page = readPage(query.get('page') ?? undefined) ?? 1;
  const { data, problem, loading, retry } = usePageQuery(PaymentExceptionsDocument, { page });
  const [settling, setSettling] = useState<PaymentExceptionRowFragment>();
  const exceptions = data?.paymentExceptions;
  const columnsWithActions: Column<PaymentExceptionRowFragment>[] = [
    ...columns,
    {
      header: 'Actions',
      actions: true,
      cell: (payment) => (
        <RowActions>
          <Button
            size="row"
            onClick={() => setSettling(payment)}
            aria-label={`Settle the payment of ${payment.user?.name ?? 'an unknown payer'}`}
          >
            Settle
          </Button>
        </RowActions>
      ),
    },
  ];
  return (
    <>
      <div className="mb-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {loading && <Skeleton card rows={4} label="Payment exceptions" />}
      {exceptions && (
        <DataTable
          caption="Payment exceptions"
          wide
          columns={columnsWithActions}
          rows={exceptions.payments}
          getKey={({ id }) => id}
          empty={
            <EmptyState>
              Short, over, late, duplicate or wrong-currency payments appear here.
            </EmptyState>
          }
          foot={
            <Pagination
              page={page}
              pages={exceptions.pages}
              getHref={(to) => `/app/disputes?tab=payments&page=${to}`}
            />
          }
        />
      )}
      {settling && (
        <SettlePaymentDialog payment={settling} onClose={() => setSettling(undefined)} />
      )}
    </>
  );
}
