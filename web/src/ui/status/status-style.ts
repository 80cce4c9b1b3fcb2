/** Label and tone of a status; one that a later release of the server brings is Unknown, never a crash. */

import type { Tone } from '../display/chip.tsx';

export interface StatusLook {
  label: string;
  tone: Tone;
}

const unknown: StatusLook = { label: 'Unknown', tone: 'gray' };

export function lookOf<Status extends string>(
  looks: Record<Status, StatusLook>,
  status: Status,
): StatusLook {
  return Object.hasOwn(looks, status) ? looks[status] : unknown;
}
