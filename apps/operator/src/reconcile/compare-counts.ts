/** Compares lending's stored counts with the counted records, as of one moment. Pure. */

import type { Finding } from './finding.ts';
import type { Snapshot } from './snapshot.ts';

export function compareCounts({ counts }: Snapshot): Finding[] {
  return [...counts.values()].flatMap(({ id, stored, actual }) => {
    if (stored === actual) return [];
    const sentence = `Lending counts ${stored} open listings, but there are ${actual}.`;
    const repair = { service: 'lending', name: 'repair-count', input: {} };
    return [{ key: `count ${id} ${stored - actual}`, sentence, repair }];
  });
}
