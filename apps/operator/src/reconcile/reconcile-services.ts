/** `reconcile services`: compares twice, repairs what differs both times, and lists what needs a person. */

import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '@nameloan/standalone/data-folder';
import { compareAccounts } from './compare-accounts.ts';
import { compareCopies } from './compare-copies.ts';
import { compareCounts } from './compare-counts.ts';
import { compareHolds } from './compare-holds.ts';
import { compareListings } from './compare-listings.ts';
import { compareLoans } from './compare-loans.ts';
import type { Finding, Repair } from './finding.ts';
import type { Post, Snapshot } from './snapshot.ts';
import { takeSnapshot } from './snapshot.ts';

/** Long enough for events in flight to arrive. */
const comparisonPauseMs = 5000;
/** A younger difference may still resolve on its own. */
const minAgeMs = 60_000;
/** Repeats because a repair may reveal another difference. */
const maxRounds = 3;

export function compareAll(snapshot: Snapshot): Finding[] {
  return [
    compareAccounts,
    compareCopies,
    compareLoans,
    compareListings,
    compareCounts,
    compareHolds,
  ].flatMap((rule) => rule(snapshot));
}

/** Differences that the previous comparison found too and that are old enough. */
export function filterPersistent(
  findings: readonly Finding[],
  { keys, now }: { keys: Set<string>; now: string },
) {
  const oldest = Date.parse(now) - minAgeMs;
  return findings.filter(({ key, since }) => {
    return keys.has(key) && (since === undefined || Date.parse(since) <= oldest);
  });
}

/** Resolves to the report to print. Throws StartError if a service does not respond. */
export async function reconcileServices(post: Post): Promise<string> {
  const repaired: string[] = [];
  for (let rounds = 1; ; rounds++) {
    const before = compareAll(await takeSnapshot(post));
    await pause(comparisonPauseMs);
    const snapshot = await takeSnapshot(post);
    const findings = compareAll(snapshot);
    const keys = new Set(before.map(({ key }) => key));
    const confirmed = filterPersistent(findings, { keys, now: snapshot.now });
    const listed: string[] = [];
    let repairs = 0;
    for (const finding of confirmed) {
      const result = await repairFinding(finding, post);
      if (result.repaired) repairs++;
      (result.repaired ? repaired : listed).push(result.line);
    }
    if (repairs > 0 && rounds < maxRounds) continue;
    return formatReport({ repaired, listed, waiting: findings.length - confirmed.length });
  }
}

async function repairFinding({ sentence, repair, otherwise }: Finding, post: Post) {
  if (!repair) return { repaired: false, line: sentence };
  const run = async ({ service, ...body }: Repair) =>
    (await post(service, '/reconcile/repair', body)).done;
  try {
    const done = (await run(repair)) ?? (otherwise && (await run(otherwise)));
    return { repaired: true, line: `${sentence} Repaired: ${done ?? 'it was already correct'}.` };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { repaired: false, line: `${sentence} It could not be repaired: ${error.message}` };
  }
}

function formatReport(report: { repaired: string[]; listed: string[]; waiting: number }): string {
  const { repaired, listed, waiting } = report;
  const young =
    waiting > 0 ? `, ${waiting} too recent to decide: run the command again in a minute` : '';
  return [
    `Services compared: ${repaired.length} repaired, ${listed.length} for a person${young}.`,
    ...repaired.map((line) => `  repaired: ${line}`),
    ...listed.map((line) => `  for a person: ${line}`),
  ].join('\n');
}
