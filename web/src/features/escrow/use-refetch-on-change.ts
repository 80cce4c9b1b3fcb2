/** Refetches what the server replays of a loan once its money or terms change; the query's variables stay the same. */

import { useEffect, useRef } from 'react';
import type { PageQuery } from '../../graph/use-page-query.ts';
import type { Loan } from './loan-parties.ts';

export function useRefetchOnChange(loan: Loan, { retry }: Pick<PageQuery<unknown>, 'retry'>): void {
  const { payments, payoff, termsChangedOn, acceleratedAt } = loan;
  const state = JSON.stringify([payments, payoff, termsChangedOn, acceleratedAt]);
  const fetched = useRef(state);
  useEffect(() => {
    if (fetched.current === state) return;
    fetched.current = state;
    retry();
  }, [state, retry]);
}
