/** Runs a mutation of a sale, refetches it with its loan, shows a banner and closes the dialog. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useAction } from '../../../graph/use-action.ts';
import { showBanner } from '../../../ui/feedback/banner.ts';

/** Rejects with the API error, which dialogs show. */
export function useSaleAction<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  onClose: () => void,
): (variables: Variables, done: string) => Promise<void> {
  const [act] = useAction(document, { refetch: ['LoanSale', 'EscrowPage', 'LoanHistory'] });
  return async (variables, done) => {
    await act(variables);
    showBanner('green', done);
    onClose();
  };
}
