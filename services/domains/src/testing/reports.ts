/** Waits for reports about names, and makes them due. */

import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@nameloan/runtime/id';
import type { DiligenceRecord } from '../diligence/diligence.model.ts';
import { diligenceRecords } from '../diligence/diligence.model.ts';
import type { TestDomains } from './start-domains.ts';
import { day, hour } from './start-domains.ts';

/** Waits until the stored record of a name is as expected. */
export async function recordOf(
  name: string,
  isExpected: (record: DiligenceRecord) => boolean = ({ report }) => report !== null,
): Promise<DiligenceRecord> {
  for (;;) {
    const record = await diligenceRecords.find(name);
    if (record && isExpected(record)) return record;
    await pause(20);
  }
}

export const asOfMs = async (name: string): Promise<number> =>
  (await diligenceRecords.find(name))?.report?.asOf.getTime() ?? 0;

/** Waits for a report that is newer than `beforeMs`. */
export const newerReport = (name: string, beforeMs: number): Promise<DiligenceRecord> =>
  recordOf(name, ({ report }) => (report?.asOf.getTime() ?? 0) > beforeMs);

/** Opens a listing an hour later; resolves once its report, or what is expected, has been stored. */
export async function openListing(
  s: TestDomains,
  id: string,
  isExpected?: (record: DiligenceRecord) => boolean,
): Promise<string> {
  const { name, accountId } = await s.record(id);
  const beforeMs = await asOfMs(name);
  const listingId = newId();
  const terms = { amountCents: 100_000, termDays: 90, rateBps: 1000 };
  const opened = { listingId, domainId: id, borrowerId: accountId, domainName: name, ...terms };
  await s.advance(hour);
  await s.deliver('lending.listing.opened', opened);
  await (isExpected ? recordOf(name, isExpected) : newerReport(name, beforeMs));
  return listingId;
}

/** A day later, when the report of a listed name has been refreshed. */
export async function passDay(s: TestDomains, name: string): Promise<void> {
  const beforeMs = await asOfMs(name);
  await s.advance(day);
  await newerReport(name, beforeMs);
  await s.settle();
}
