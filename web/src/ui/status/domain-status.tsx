/** How a domain stands with the platform, as a chip. */

import type { DomainStatus as Status } from '../../graph/schema.generated.ts';
import { Chip } from '../display/chip.tsx';
import { domainStatusLooks } from './domain-status-style.ts';
import { lookOf } from './status-style.ts';

export function DomainStatus({ status }: { status: Status }) {
  const { label, tone } = lookOf(domainStatusLooks, status);
  return <Chip tone={tone}>{label}</Chip>;
}
