/** One loan, read and then followed live; read again when time alone has changed it. */

import { useApolloClient } from '@apollo/client/react';
import { useCallback, useRef } from 'react';
import type { Refusal } from '../../graph/refusal.ts';
import { refusalOf } from '../../graph/refusal.ts';
import { useLive } from '../../graph/use-live.ts';
import { usePage } from '../../graph/use-page.ts';
import type { CollateralFragment } from './collateral/collateral.generated.ts';
import { EscrowLiveDocument, EscrowPageDocument } from './escrow-page.generated.ts';
import type { LoanFragment } from './loan.generated.ts';
import type { Loan } from './loan-parties.ts';
import { useReread } from './use-timed-refetch.ts';

/** What has an effect on the history; figures of the day come and go without one. */
function sameLoan(told: LoanFragment, read: LoanFragment): boolean {
  const telling = ({ payoff: _, payoffIfDenied: __, ...rest }: LoanFragment) => rest;
  return Object.entries(telling(told)).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(read[name as keyof LoanFragment]),
  );
}

export interface LoanRead {
  loan: Loan | undefined;
  domain: CollateralFragment | null;
  problem: Refusal | undefined;
  retry(): void;
  /** Reads it now; the sentence of why it could not be read, or nothing. */
  reload(): Promise<string | undefined>;
}

export function useLoan(id: string): LoanRead {
  const client = useApolloClient();
  const { data, problem, retry } = usePage(EscrowPageDocument, { id });
  const loan = data?.escrow ?? undefined;
  const readHistory = useCallback(
    () => void client.refetchQueries({ include: ['LoanHistory'] }),
    [client],
  );
  const known = useRef<LoanFragment>(undefined);
  known.current ??= loan;
  useLive(EscrowLiveDocument, {
    variables: loan ? { id } : null,
    onData: ({ escrowChanged }) => {
      // The first that is told is what was just read, most often; its history is on its way.
      const before = known.current;
      known.current = escrowChanged;
      if (before && !sameLoan(escrowChanged, before)) readHistory();
    },
  });
  // What only the history tells of, as that the domain was renewed, is no change of the loan that would be told live.
  const reread = useCallback(() => {
    retry();
    readHistory();
  }, [retry, readHistory]);
  useReread(loan, reread);
  const reload = async () => {
    try {
      const variables = { id };
      await client.query({ query: EscrowPageDocument, variables, fetchPolicy: 'network-only' });
      return undefined;
    } catch (error) {
      return refusalOf(error).message;
    }
  };
  return { loan, domain: loan ? (data?.escrow?.domain ?? null) : null, problem, retry, reload };
}
