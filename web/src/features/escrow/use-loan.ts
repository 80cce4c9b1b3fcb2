/** Reads a loan, subscribes to its changes, and refetches it at the times at which it changes without an event. */

import { useApolloClient } from '@apollo/client/react';
import { useCallback, useRef } from 'react';
import type { ApiErrorDetails } from '../../graph/api-error.ts';
import { toErrorDetails } from '../../graph/api-error.ts';
import { refetchQueries } from '../../graph/refetch-query.ts';
import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { usePageQuery } from '../../graph/use-page-query.ts';
import type { CollateralFragment } from './collateral/collateral.generated.ts';
import { EscrowLiveDocument, EscrowPageDocument } from './escrow-page.generated.ts';
import type { LoanFragment } from './loan.generated.ts';
import type { Loan } from './loan-parties.ts';
import { useTimedRefetch } from './use-timed-refetch.ts';

/** Whether both have the same history: a daily payoff amount changes without a history entry. */
function hasSameHistory(next: LoanFragment, previous: LoanFragment): boolean {
  const withoutDailyAmounts = ({ payoff: _, payoffIfDenied: __, ...rest }: LoanFragment) => rest;
  return Object.entries(withoutDailyAmounts(next)).every(
    ([name, value]) =>
      JSON.stringify(value) === JSON.stringify(previous[name as keyof LoanFragment]),
  );
}

export interface LoanResult {
  loan: Loan | undefined;
  domain: CollateralFragment | null;
  problem: ApiErrorDetails | undefined;
  retry(): void;
  /** Refetches the loan. Resolves to the error message, or to undefined on success. */
  reload(): Promise<string | undefined>;
}

export function useLoan(id: string): LoanResult {
  const client = useApolloClient();
  const { data, problem, retry } = usePageQuery(EscrowPageDocument, { id });
  const loan = data?.escrow ?? undefined;
  const refetchHistory = useCallback(
    () => void refetchQueries(client, ['LoanHistory', 'LoanSchedule']),
    [client],
  );
  const latest = useRef<LoanFragment>(undefined);
  latest.current ??= loan;
  useLiveUpdates(EscrowLiveDocument, {
    variables: loan ? { id } : null,
    onData: ({ escrowChanged }) => {
      // The first event usually repeats what was just read, whose history is loading already.
      const previous = latest.current;
      latest.current = escrowChanged;
      if (previous && !hasSameHistory(escrowChanged, previous)) refetchHistory();
    },
  });
  // Some history entries, such as a renewal, change nothing on the loan and so arrive with no event.
  const refetch = useCallback(() => {
    retry();
    refetchHistory();
  }, [retry, refetchHistory]);
  useTimedRefetch(loan, refetch);
  const reload = async () => {
    try {
      const variables = { id };
      await client.query({ query: EscrowPageDocument, variables, fetchPolicy: 'network-only' });
      return undefined;
    } catch (error) {
      return toErrorDetails(error).message;
    }
  };
  return { loan, domain: loan ? (data?.escrow?.domain ?? null) : null, problem, retry, reload };
}
