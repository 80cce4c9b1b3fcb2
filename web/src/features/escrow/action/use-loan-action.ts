/** What a move's dialog does when it is confirmed: the move, the banner, and the dialog is closed. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useAct } from '../../../graph/use-act.ts';
import { showBanner } from '../../../ui/feedback/banner.ts';

export interface MoveDialogProps<Loan> {
  loan: Loan;
  onClose: () => void;
}

/** Rejects with what was refused, which forms and dialogs say. `done`: the banner's words. */
export function useMove<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  onClose: () => void,
): (variables: Variables, done: string | ((data: Data) => string)) => Promise<void> {
  const [act] = useAct(document, { refetch: ['LoanHistory'] });
  return async (variables, done) => {
    const data = await act(variables);
    showBanner('green', typeof done === 'string' ? done : done(data));
    onClose();
  };
}
