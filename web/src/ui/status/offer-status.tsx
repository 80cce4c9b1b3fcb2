/** The status chip of an offer. */

import type { OfferStatus as Status } from '../../graph/schema.generated.ts';
import { Chip } from '../display/chip.tsx';
import type { StatusStyle } from './status-style.ts';
import { getStatusStyle } from './status-style.ts';

const styles = {
  PENDING: { label: 'Pending', tone: 'amber' },
  ACCEPTED: { label: 'Accepted', tone: 'green' },
  RESCINDED: { label: 'Rescinded', tone: 'gray' },
  DENIED: { label: 'Denied', tone: 'red' },
  EXPIRED: { label: 'Expired', tone: 'gray' },
} satisfies Record<Status, StatusStyle>;

export function OfferStatus({ status }: { status: Status }) {
  const { label, tone } = getStatusStyle(styles, status);
  return <Chip tone={tone}>{label}</Chip>;
}
