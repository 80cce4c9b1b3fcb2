/** The payments of a loan's plan with what is paid of each, from the next one that is due. */

import { formatMoney } from '../../../format/money.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import type { ScheduleState } from '../../../graph/schema.generated.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import type { Tone } from '../../../ui/display/chip.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PlanTable } from '../../../ui/plan/plan-table.tsx';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import type { LoanScheduleQuery } from './schedule-card.generated.ts';
import { LoanScheduleDocument } from './schedule-card.generated.ts';

type Row = NonNullable<LoanScheduleQuery['escrow']>['schedule'][number];

const states: Partial<Record<ScheduleState, { text: string; tone: Tone }>> = {
  DUE: { text: 'Due', tone: 'amber' },
  PARTLY_PAID: { text: 'Partly paid', tone: 'blue' },
  PAID: { text: 'Paid', tone: 'green' },
  IN_GRACE: { text: 'In grace', tone: 'amber' },
  OVERDUE: { text: 'Overdue', tone: 'red' },
  CURED: { text: 'Paid late', tone: 'gray' },
};

const isPaid = ({ state }: Row): boolean => state === 'PAID' || state === 'CURED';

export function ScheduleCard({ loan }: { loan: Loan }) {
  const { data, problem, retry } = usePageQuery(LoanScheduleDocument, { id: loan.id });
  const rows = data?.escrow?.schedule;
  const paid = rows?.filter(isPaid).length ?? 0;
  const next = rows?.findIndex((row) => !isPaid(row)) ?? 0;
  return (
    <Card
      title="Schedule"
      aside={
        rows && (
          <span className="num text-ink-2">
            {loan.receivedAt === null
              ? `${rows.length} payments`
              : `${paid} of ${rows.length} paid`}
          </span>
        )
      }
      className="sm:p-5"
    >
      <PageProblem problem={problem} onTryAgain={retry} />
      {!rows && !problem && <Skeleton rows={loan.cureAmount > 0 ? 5 : 4} label="Schedule" />}
      {rows && (
        <>
          <Charges loan={loan} />
          <PlanTable
            caption="Payments of the loan"
            rows={rows.map((row) => ({ ...row, note: <State row={row} /> }))}
            from={next < 0 ? 0 : next}
            className="mt-2"
          />
          <p className="mt-1 text-2xs text-ink-3">
            {loan.receivedAt === null
              ? 'If the money arrives today.'
              : 'Interest runs by day, so late or early payments change those to come.'}
          </p>
        </>
      )}
    </Card>
  );
}

/** What ends a default today, and what of it are charges. */
function Charges({ loan }: { loan: Loan }) {
  const { cureAmount, lateFees, defaultInterest, acceleratedAt } = loan;
  if (isClosed(loan) || (cureAmount === 0 && lateFees === 0 && defaultInterest === 0)) return null;
  const charges = [
    { label: 'Late fees', cents: lateFees },
    { label: 'Interest on overdue principal', cents: defaultInterest },
  ].filter(({ cents }) => cents > 0);
  return (
    <Facts
      layout="list"
      lead
      className="mt-2"
      items={[
        {
          label: acceleratedAt === null ? 'To catch up today' : 'All due, if repaid today',
          value: formatMoney(cureAmount),
        },
        ...charges.map(({ label, cents }) => ({ label, value: formatMoney(cents) })),
      ]}
    />
  );
}

function State({ row: { state, paid, payment } }: { row: Row }) {
  const chip = states[state];
  if (!chip) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5">
      <Chip tone={chip.tone}>{chip.text}</Chip>
      {paid > 0 && paid < payment && <span className="text-ink-3">{formatMoney(paid)} paid</span>}
    </span>
  );
}
