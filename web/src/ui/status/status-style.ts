/** Label and tone of a status; one that a later release of the server brings is Unknown, never a crash. */

import type { Tone } from '../display/chip.tsx';

export interface StatusStyle {
  label: string;
  tone: Tone;
}

const unknown: StatusStyle = { label: 'Unknown', tone: 'gray' };

export function getStatusStyle<Status extends string>(
  looks: Record<Status, StatusStyle>,
  status: Status,
): StatusStyle {
  return Object.hasOwn(looks, status) ? looks[status] : unknown;
}
