/** The refinancing of a loan, on the pages of both loans: the other loan, the payoff letter, and who pays what. */

import { Suspense, useState } from 'react';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextLink } from '../../../ui/button/text-link.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { isRefinanced, isReplacing } from '../legs/find-refinance.ts';
import { canRefinance, isBeingReplaced } from '../legs/refinance-task.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName, isClosed } from '../loan-parties.ts';
import { useRefetchOnChange } from '../use-refetch-on-change.ts';
import { LegActions } from './leg-actions.tsx';
import { LetterView } from './letter-view.tsx';
import { PayoffLetterDocument } from './refinance.generated.ts';
import { RefinanceSteps } from './refinance-steps.tsx';
import type { PayoffLetter } from './split-payoff.ts';

const RefinanceDialog = lazyComponent(
  async () => (await import('./refinance-dialog.tsx')).RefinanceDialog,
);

export function RefinanceCard({ loan }: { loan: Loan }) {
  const [isOpen, setOpen] = useState(false);
  const { replaces, replacedBy } = loan;
  const listing = loan.refinanceListing;
  const mayRefinance = canRefinance(loan) && listing === null;
  const hasLetter = isBeingReplaced(loan) || isReplacing(loan);
  return (
    <Card
      title="Refinancing"
      className="sm:p-5"
      aside={
        mayRefinance && (
          <Button size="row" onClick={() => setOpen(true)}>
            Refinance
          </Button>
        )
      }
    >
      {replaces !== null && <Replaces loan={loan} id={replaces} />}
      {replacedBy !== null && <ReplacedBy loan={loan} id={replacedBy} />}
      {mayRefinance && replaces === null && (
        <p className="mt-1 text-ink-3">
          Another lender can repay {getFirstName(loan.lenderName)} directly. The domain then secures
          the new loan.
        </p>
      )}
      {listing && (
        <p className="mt-1 text-ink-2">
          Listed for refinancing. <TextLink to={`/listings/${listing.id}`}>See listing</TextLink>
        </p>
      )}
      {hasLetter ? <Letter loan={loan} /> : <Rest loan={loan} />}
      <Suspense fallback={null}>
        {isOpen && <RefinanceDialog loan={loan} onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  );
}

/** The new lender is no party of the old loan, so only the borrower and operators can open its page. */
function Replaces({ loan, id }: { loan: Loan; id: string }) {
  const { role, status } = loan;
  const verb = isReplacing(loan)
    ? 'Replaces'
    : status === 'CANCELLED'
      ? 'Was to replace'
      : 'Replaced';
  if (role === 'LENDER')
    return <p className="mt-1 text-ink-2">{verb} the loan of another lender.</p>;
  return (
    <p className="mt-1 text-ink-2">
      {verb} <TextLink to={findLoanPath(role, id)}>your earlier loan</TextLink>.
    </p>
  );
}

function ReplacedBy({ loan, id }: { loan: Loan; id: string }) {
  const { role } = loan;
  const text = isRefinanced(loan) ? 'Replaced by' : 'Being refinanced by';
  return (
    <p className="mt-1 text-ink-2">
      {text}{' '}
      {role === 'LENDER' ? (
        'the loan of another lender'
      ) : (
        <TextLink to={findLoanPath(role, id)}>the new loan</TextLink>
      )}
      .
    </p>
  );
}

const findLoanPath = (role: Loan['role'], id: string): string =>
  role === 'OPERATOR' ? `/app/disputes/${id}` : `/app/escrow/${id}`;

/** After the closing, what is left of the new loan. */
function Rest({ loan }: { loan: Loan }) {
  if (loan.replaces === null || isClosed(loan)) return null;
  return <LegActions loan={loan} letter={undefined} />;
}

function Letter({ loan }: { loan: Loan }) {
  const query = usePageQuery(PayoffLetterDocument, { id: loan.id });
  useRefetchOnChange(loan, query);
  const letter: PayoffLetter | undefined = query.data?.payoffLetter ?? undefined;
  if (!letter && !query.problem) return <Skeleton rows={4} label="Payoff letter" />;
  return (
    <>
      <PageProblem problem={query.problem} onTryAgain={query.retry} />
      {letter && (
        <>
          {loan.replaces !== null && isReplacing(loan) && (
            <RefinanceSteps loan={loan} letter={letter} />
          )}
          <LetterView loan={loan} letter={letter} onSigned={query.retry} />
          {isReplacing(loan) && <LegActions loan={loan} letter={letter} />}
        </>
      )}
    </>
  );
}
