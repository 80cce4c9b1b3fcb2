/** Labels and colours of loan statuses; the customer fixed the labels. */

import type { EscrowStatus } from '../../graph/schema.generated.ts';
import type { StatusStyle } from './status-style.ts';
import { getStatusStyle } from './status-style.ts';

const styles = {
  PENDING_SIGNATURE: { label: 'Pending Signature', tone: 'amber' },
  NEW: { label: 'Waiting for Transfer', tone: 'blue' },
  DOMAIN_IN_CUSTODY: { label: 'Waiting for Payment', tone: 'blue' },
  LOAN_POSTED: { label: 'Marked Paid', tone: 'plum' },
  ESCALATED: { label: 'Disputed', tone: 'red' },
  FINALIZED_LENDER_SEIZURE: { label: 'Seized', tone: 'red' },
  FINALIZED_RETURN_TO_BORROWER: { label: 'Complete', tone: 'green' },
  FINALIZED_PLATFORM_SEZIURE: { label: 'Seized', tone: 'red' },
  CANCELLED: { label: 'Cancelled', tone: 'gray' },
} satisfies Record<EscrowStatus, StatusStyle>;

/** For chips, titles and sentences: "vellum.app, Marked Paid". */
export function getLoanStatusStyle(status: EscrowStatus): StatusStyle {
  return getStatusStyle(styles, status);
}
