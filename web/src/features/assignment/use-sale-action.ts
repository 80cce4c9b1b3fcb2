/** Runs a mutation of a sale, refetches what shows it, and shows a banner. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useAction } from '../../graph/use-action.ts';
import { showBanner } from '../../ui/feedback/banner.ts';

/** Rejects with the API error, which forms and dialogs show. */
export function useSaleAction<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
): [run: (variables: Variables, done: string) => Promise<void>, busy: boolean] {
  const [act, busy] = useAction(document, { refetch: ['AssignmentPage', 'EscrowPage'] });
  const run = async (variables: Variables, done: string) => {
    await act(variables);
    showBanner('green', done);
  };
  return [run, busy];
}
