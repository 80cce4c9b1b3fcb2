/** Disputed sales, for operators: whether the price arrived. */

import { formatMoney } from '../../../format/money.ts';
import { useNow } from '../../../graph/business-time.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Time } from '../../../ui/display/time.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowName } from '../../../ui/table/row-name.tsx';
import type { DisputedSalesQuery } from './sale.generated.ts';
import { DisputedSalesDocument } from './sale.generated.ts';

type Row = NonNullable<DisputedSalesQuery['assignments']>[number];

function Since({ at }: { at: string | null }) {
  const now = useNow();
  return at === null ? null : <Time value={at} as="short-day" now={now} />;
}

const columns: readonly Column<Row>[] = [
  { header: 'Domain', cell: ({ unicodeName }) => <RowName name={unicodeName} /> },
  {
    header: 'Parties',
    cell: ({ sellerName, buyerName }) => (
      <span className="text-ink-2 wrap-anywhere">
        {sellerName} sold to {buyerName}
      </span>
    ),
  },
  { header: 'Price', align: 'end', cell: ({ price }) => formatMoney(price) },
  { header: 'Disputed since', cell: ({ disputedAt }) => <Since at={disputedAt} /> },
];

export function DisputedSales() {
  const { data, problem, loading, retry } = usePageQuery(DisputedSalesDocument, {});
  const sales = data?.assignments;
  return (
    <>
      <div className="mb-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {loading && <Skeleton card rows={4} label="Disputed sales" />}
      {sales && (
        <DataTable
          caption="Disputed sales"
          columns={columns}
          rows={sales}
          getKey={({ id }) => id}
          getHref={({ id }) => `/assignments/${id}`}
          empty={<EmptyState>Sales whose price was denied or not answered appear here.</EmptyState>}
        />
      )}
    </>
  );
}
