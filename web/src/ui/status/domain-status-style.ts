/** The words and tones of how a domain stands with the platform; the words are the customer's. */

import type { DomainStatus } from '../../graph/schema.generated.ts';
import type { StatusStyle } from './status-style.ts';

export const domainStatusStyles = {
  EXTERNAL_UNVERIFIED: { label: 'Unverified', tone: 'gray' },
  EXTERNAL_VERIFIED: { label: 'Verified', tone: 'blue' },
  CUSTODY_PAID: { label: 'On Platform', tone: 'lend' },
  IN_ESCROW: { label: 'In Escrow', tone: 'wine' },
} satisfies Record<DomainStatus, StatusStyle>;
