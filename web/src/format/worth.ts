/** Formats what a domain is worth: its estimate, else its owner's figure, labelled as such. */

import { formatEstimate } from './money.ts';

export interface Worth {
  appraisal: { mid: number } | null;
  /** US cents. */
  ownerValue: number | null;
}

/** "Est. $7,800", "$9,000 (owner’s figure)", or `??.??` without either. */
export function formatWorth(worth: Worth | null): string {
  if (worth?.appraisal) return `Est. ${formatEstimate(worth.appraisal.mid)}`;
  if (worth?.ownerValue != null) return `${formatEstimate(worth.ownerValue)} (owner’s figure)`;
  return formatEstimate(undefined);
}
