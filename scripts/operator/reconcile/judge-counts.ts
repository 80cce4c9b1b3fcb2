/** Counts that lending keeps beside what it counts, as of one moment. Pure. */

import type { Finding } from './finding.ts';
import type { Sight } from './sight.ts';

export function judgeCounts({ counts }: Sight): Finding[] {
  return [...counts.values()].flatMap(({ id, kept, there }) => {
    if (kept === there) return [];
    const sentence = `Lending counts ${kept} open listings, and there are ${there}.`;
    const repair = { part: 'lending', what: 'mend-count', input: {} };
    return [{ key: `count ${id} ${kept - there}`, sentence, repair }];
  });
}
