/** What the dialogs of a sale need. */

import type { AssignmentAction } from '../../graph/schema.generated.ts';
import type { Sale } from './describe-sale.ts';

export type DialogAction = Exclude<AssignmentAction, 'SIGN'>;

export interface SaleDialogProps {
  sale: Sale;
  /** The last path segment of the link, or the sale's id. */
  token: string;
  onClose: () => void;
}

/** An answer of a former lender to a payment. */
export interface PaymentAnswer {
  kind: 'CONFIRM' | 'DENY';
  payment: Sale['payments'][number];
}
