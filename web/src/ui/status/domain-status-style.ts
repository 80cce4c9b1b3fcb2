/** Labels and colours of domain statuses; the customer fixed the labels. */

import type { DomainStatus } from '../../graph/schema.generated.ts';
import type { StatusStyle } from './status-style.ts';

export const domainStatusStyles = {
  EXTERNAL_UNVERIFIED: { label: 'Unverified', tone: 'gray' },
  EXTERNAL_VERIFIED: { label: 'Verified', tone: 'blue' },
  CUSTODY_PAID: { label: 'On Platform', tone: 'lend' },
  IN_ESCROW: { label: 'In Escrow', tone: 'wine' },
} satisfies Record<DomainStatus, StatusStyle>;
