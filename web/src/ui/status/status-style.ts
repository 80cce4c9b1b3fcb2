/** Label and colour of a status. A status from a newer server release is shown as Unknown. */

import type { Tone } from '../display/chip.tsx';

export interface StatusStyle {
  label: string;
  tone: Tone;
}

const unknown: StatusStyle = { label: 'Unknown', tone: 'gray' };

export function getStatusStyle<Status extends string>(
  styles: Record<Status, StatusStyle>,
  status: Status,
): StatusStyle {
  return Object.hasOwn(styles, status) ? styles[status] : unknown;
}
