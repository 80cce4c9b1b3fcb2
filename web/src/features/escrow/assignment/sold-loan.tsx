/** Leads the former lender of a loan to its sale; anyone else sees that there is no such loan. */

import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Loader } from '../../../ui/feedback/loader.tsx';
import { OwnSalesDocument } from './sale.generated.ts';

export function SoldLoan({ id, children }: { id: string; children: ReactNode }) {
  const { data, problem } = usePageQuery(OwnSalesDocument, {});
  const sale = data?.assignments?.find(
    ({ escrowId, role, status }) => escrowId === id && role === 'SELLER' && status === 'CLOSED',
  );
  if (sale) return <Navigate replace to={`/assignments/${sale.id}`} />;
  return data || problem ? children : <Loader />;
}
