/** The status chip of a domain. */

import type { DomainStatus as Status } from '../../graph/schema.generated.ts';
import { Chip } from '../display/chip.tsx';
import { domainStatusStyles } from './domain-status-style.ts';
import { getStatusStyle } from './status-style.ts';

export function DomainStatus({ status }: { status: Status }) {
  const { label, tone } = getStatusStyle(domainStatusStyles, status);
  return <Chip tone={tone}>{label}</Chip>;
}
