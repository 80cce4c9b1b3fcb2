/** For operators: where both parties are paid, since when, and who opened the details. It never has them. */

import type { ReactNode } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Code } from '../../../ui/display/code.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { namePayeeKind } from '../../../ui/loan/payee-kind-names.ts';
import type { LoanPayeeFragment } from '../loan.generated.ts';
import type { Loan } from '../loan-parties.ts';
import type { DisputedPayeesQuery } from './payees-card.generated.ts';
import { DisputedPayeesDocument } from './payees-card.generated.ts';

type Reveals = NonNullable<DisputedPayeesQuery['escrow']>['payeeReveals'];

export function PayeesCard({ loan }: { loan: Loan }) {
  const { data, problem, retry } = usePageQuery(DisputedPayeesDocument, { id: loan.id });
  const found = data?.escrow;
  return (
    <Card title="Payees">
      <div className="mt-3 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {!found && !problem && <Skeleton rows={3} label="Payees" />}
      {found && (
        <>
          <div className="mt-3 grid gap-x-8 gap-y-5 sm:grid-cols-2">
            <Payee title={`The loan goes to (${loan.borrowerName})`} payee={found.borrowerPayee} />
            <Payee title={`Repayment goes to (${loan.lenderName})`} payee={found.lenderPayee} />
          </div>
          <Reveals reveals={found.payeeReveals} />
        </>
      )}
    </Card>
  );
}

function Payee({ title, payee }: { title: string; payee: LoanPayeeFragment | null }) {
  const now = useNow();
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="font-semibold wrap-anywhere">{title}</h3>
      {payee === null ? (
        <p className="mt-1 text-ink-2">No payee chosen.</p>
      ) : (
        <>
          <Facts layout="list" className="mt-1" items={listFacts(payee, now)} />
          {!payee.acknowledged && (
            <p className="mt-2 text-amber">The payer hasn’t acknowledged this version.</p>
          )}
          {payee.pending && (
            <p className="mt-2 text-amber">
              Changes to {payee.pending.masked} on{' '}
              <Time value={payee.pending.effectiveAt} as="short-day-time" now={now} />.
            </p>
          )}
        </>
      )}
    </section>
  );
}

function listFacts(payee: LoanPayeeFragment, now: Date): { label: string; value: ReactNode }[] {
  const { masked, holder, fingerprint, version, changedAt } = payee;
  return [
    { label: namePayeeKind(payee), value: masked },
    { label: 'Holder', value: <bdi>{holder}</bdi> },
    { label: 'Fingerprint', value: <Code>{fingerprint}</Code> },
    { label: 'Version', value: version },
    {
      label: 'Unchanged since',
      value: <Time value={changedAt} as="short-day-time" now={now} />,
    },
  ];
}

function Reveals({ reveals }: { reveals: Reveals }) {
  const now = useNow();
  if (reveals.length === 0)
    return (
      <p className="mt-5 border-line border-t pt-4 text-ink-2">The details have not been opened.</p>
    );
  return (
    <ol aria-label="Opened" className="mt-5 divide-y divide-line border-line border-t">
      {reveals.map(({ id, at, actor, text, note }) => (
        <li key={id} className="py-2.5">
          <p className="wrap-anywhere">
            <bdi className="font-semibold">{actor}</bdi>: {text}{' '}
            <span className="text-ink-3 text-xs">
              <Time value={at} as="short-day-time" now={now} />
            </span>
          </p>
          {note && <p className="text-ink-2 text-xs wrap-anywhere">{note}</p>}
        </li>
      ))}
    </ol>
  );
}
