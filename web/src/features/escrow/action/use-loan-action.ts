/** Runs a confirmed action of a loan, shows a banner and closes the dialog. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useAction } from '../../../graph/use-action.ts';
import { showBanner } from '../../../ui/feedback/banner.ts';
import type { CollateralFragment } from '../collateral/collateral.generated.ts';
import type { ActionButton } from './loan-actions.ts';

export interface LoanDialogProps<Loan> {
  loan: Loan;
  /** The domain, if it can be read. */
  domain?: CollateralFragment | null;
  /** The button that opened the dialog. */
  button: ActionButton;
  onClose: () => void;
}

/** Rejects with the API error, which forms and dialogs show. `done` is the text of the banner. */
export function useLoanAction<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  onClose: () => void,
): (variables: Variables, done: string | ((data: Data) => string)) => Promise<void> {
  const [act] = useAction(document, { refetch: ['LoanHistory'] });
  return async (variables, done) => {
    const data = await act(variables);
    showBanner('green', typeof done === 'string' ? done : done(data));
    onClose();
  };
}
