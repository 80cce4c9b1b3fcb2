/** `reconcile parts`: compares twice, repairs what differs both times, and lists what needs a person. */

import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../start/data-folder.ts';
import { compareAccounts } from './compare-accounts.ts';
import { compareCopies } from './compare-copies.ts';
import { compareCounts } from './compare-counts.ts';
import { compareHolds } from './compare-holds.ts';
import { compareListings } from './compare-listings.ts';
import { compareLoans } from './compare-loans.ts';
import type { Finding, Repair } from './finding.ts';
import type { Post, Snapshot } from './snapshot.ts';
import { takeSnapshot } from './snapshot.ts';

/** What is merely on its way has arrived by then. */
const comparisonPauseMs = 5000;
/** Younger than this it may still be under way, however often it is looked at. */
const youngMs = 60_000;
/** A repair may bring out what it had hidden. */
const mostRounds = 3;

export function compareAll(sight: Snapshot): Finding[] {
  return [
    compareAccounts,
    compareCopies,
    compareLoans,
    compareListings,
    compareCounts,
    compareHolds,
  ].flatMap((rule) => rule(sight));
}

/** What stood at the look before as well, and is old enough by its own time. */
export function persistent(
  found: readonly Finding[],
  { keys, now }: { keys: Set<string>; now: string },
) {
  const oldest = Date.parse(now) - youngMs;
  return found.filter(({ key, since }) => {
    return keys.has(key) && (since === undefined || Date.parse(since) <= oldest);
  });
}

/** Resolves to the lines to print. Throws StartRefused where a part does not answer. */
export async function reconcileServices(post: Post): Promise<string> {
  const repaired: string[] = [];
  for (let rounds = 1; ; rounds++) {
    const before = compareAll(await takeSnapshot(post));
    await pause(comparisonPauseMs);
    const sight = await takeSnapshot(post);
    const found = compareAll(sight);
    const keys = new Set(before.map(({ key }) => key));
    const sure = persistent(found, { keys, now: sight.now });
    const listed: string[] = [];
    let mended = 0;
    for (const finding of sure) {
      const done = await mend(finding, post);
      if (done.repaired) mended++;
      (done.repaired ? repaired : listed).push(done.line);
    }
    if (mended > 0 && rounds < mostRounds) continue;
    return inLines({ repaired, listed, waiting: found.length - sure.length });
  }
}

async function mend({ sentence, repair, otherwise }: Finding, post: Post) {
  if (!repair) return { repaired: false, line: sentence };
  const run = async ({ part, ...what }: Repair) =>
    (await post(part, '/reconcile/repair', what)).done;
  try {
    const done = (await run(repair)) ?? (otherwise && (await run(otherwise)));
    return { repaired: true, line: `${sentence} Mended: ${done ?? 'it was so already'}.` };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { repaired: false, line: `${sentence} It could not be mended: ${error.message}` };
  }
}

function inLines(report: { repaired: string[]; listed: string[]; waiting: number }): string {
  const { repaired, listed, waiting } = report;
  const young = waiting > 0 ? `, ${waiting} too young to judge: run it again in a minute` : '';
  return [
    `Parts compared: ${repaired.length} repaired, ${listed.length} for a person${young}.`,
    ...repaired.map((line) => `  repaired: ${line}`),
    ...listed.map((line) => `  for a person: ${line}`),
  ].join('\n');
}
