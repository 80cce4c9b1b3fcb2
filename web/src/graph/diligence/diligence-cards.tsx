/** The Diligence cards of a listing and of a loan. They load after the page, which does not wait for them. */

import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageProblem } from '../page-problem.tsx';
import type { PageQuery } from '../use-page-query.ts';
import { usePageQuery } from '../use-page-query.ts';
import { ListingDiligenceDocument, LoanDiligenceDocument } from './diligence.generated.ts';
import type { DiligenceDetailsProps } from './diligence-details.tsx';
import { DiligenceDetails } from './diligence-details.tsx';

const title = 'Diligence';

export function DiligenceSkeleton() {
  return (
    <Card title={title}>
      <Skeleton rows={7} label={title} />
    </Card>
  );
}

export interface DiligenceCardProps {
  /** Of the listing or the loan. */
  id: string;
  /** A-label of the domain. */
  name: string;
}

export function ListingDiligenceCard({ id, name }: DiligenceCardProps) {
  const query = usePageQuery(ListingDiligenceDocument, { id });
  const { diligence, loansOfName } = query.data?.listing ?? {};
  return <DiligenceCard query={query} name={name} report={diligence} loans={loansOfName} />;
}

export function LoanDiligenceCard({ id, name }: DiligenceCardProps) {
  const query = usePageQuery(LoanDiligenceDocument, { id });
  const { domain, loansOfName } = query.data?.escrow ?? {};
  return <DiligenceCard query={query} name={name} report={domain?.diligence} loans={loansOfName} />;
}

interface LoadedCardProps extends DiligenceDetailsProps {
  query: Pick<PageQuery<unknown>, 'loading' | 'data' | 'problem' | 'retry'>;
}

function DiligenceCard({ query, ...details }: LoadedCardProps): ReactNode {
  const { data, problem, retry } = query;
  if (!data && !problem) return <DiligenceSkeleton />;
  return (
    <Card title={title}>
      {problem && !details.report ? (
        <PageProblem problem={problem} onTryAgain={retry} />
      ) : (
        <DiligenceDetails {...details} />
      )}
    </Card>
  );
}
