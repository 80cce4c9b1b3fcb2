/** How an offer stands, as a chip. */

import type { OfferStatus as Status } from '../../graph/schema.generated.ts';
import { Chip } from '../display/chip.tsx';
import type { StatusLook } from './status-style.ts';
import { lookOf } from './status-style.ts';

const looks = {
  PENDING: { label: 'Pending', tone: 'amber' },
  ACCEPTED: { label: 'Accepted', tone: 'green' },
  RESCINDED: { label: 'Rescinded', tone: 'gray' },
  DENIED: { label: 'Denied', tone: 'red' },
  EXPIRED: { label: 'Expired', tone: 'gray' },
} satisfies Record<Status, StatusLook>;

export function OfferStatus({ status }: { status: Status }) {
  const { label, tone } = lookOf(looks, status);
  return <Chip tone={tone}>{label}</Chip>;
}
