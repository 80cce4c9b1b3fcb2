/** The reference servers, each a separate process on the product's database. */

import { join } from 'node:path';
import type { StartedPeer } from '../peers/start-peer.ts';
import { startPeer } from '../peers/start-peer.ts';

const starts = {
  express: ['express-reference.ts'],
  expressWhole: ['express-reference.ts', 'whole'],
  defaultGateway: ['default-gateway.ts'],
} as const;

/** One page of listings, as a visitor's document. */
export const listingsPage = `query Listings { listings(page: 1, limit: 12) { pages total listings {
  id domainName unicodeName domainId estimatedValue desiredTerm desiredAmount desiredRate createdAt open
  disclosure { receives repays interest costOverTermPercent aprAllCostsPercent termDays dueOn security }
  appraisal { low mid high appraisedAt } } } }`;

export type Reference = StartedPeer & { url: string };

/** Rejects when it ends before it is ready. */
export function startReference(which: keyof typeof starts, mongoUrl: string): Promise<Reference> {
  const [file, ...form] = starts[which];
  return startPeer<{ url: string }>(join(import.meta.dirname, file), [mongoUrl, ...form]);
}
