/** Reads the sales of a loan, live while one is open and again once the loan has another lender. */

import { useEffect, useRef } from 'react';
import { useLiveUpdates } from '../../../graph/use-live-updates.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import type { Loan } from '../loan-parties.ts';
import type { LoanSaleFieldsFragment } from './sale.generated.ts';
import { LoanSaleDocument, LoanSaleLiveDocument } from './sale.generated.ts';

export type LoanSale = LoanSaleFieldsFragment;

/** Undefined until it is read. */
export function useLoanSale({ id, lenderName }: Loan): LoanSale | undefined {
  const { data, retry } = usePageQuery(LoanSaleDocument, { id });
  const found = data?.escrow ?? undefined;
  useLiveUpdates(LoanSaleLiveDocument, { variables: found?.assignment ? { id } : null });
  const readFor = useRef(lenderName);
  useEffect(() => {
    if (readFor.current === lenderName) return;
    readFor.current = lenderName;
    retry();
  }, [lenderName, retry]);
  return found;
}
