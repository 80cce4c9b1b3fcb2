/** The reference servers, each a separate process on the product's database. */

import { join } from 'node:path';
import type { StartedPeer } from '../peers/start-peer.ts';
import { startPeer } from '../peers/start-peer.ts';

const scripts = {
  express: ['express-reference.ts'],
  expressHydrated: ['express-reference.ts', 'hydrated'],
  defaultGateway: ['default-gateway.ts'],
} as const;

/** A GraphQL document that reads one page of listings. */
export const listingsPage = `query Listings { listings(page: 1, limit: 12) { pages total listings {
  id domainName unicodeName domainId estimatedValue desiredTerm desiredAmount desiredRate createdAt open
  disclosure { receives repays interest costOverTermPercent aprAllCostsPercent termDays dueOn security }
  appraisal { low mid high appraisedAt } } } }`;

export type Reference = StartedPeer & { url: string };

/** Rejects if the process exits before it is ready. */
export function startReference(kind: keyof typeof scripts, mongoUrl: string): Promise<Reference> {
  const [file, ...args] = scripts[kind];
  return startPeer<{ url: string }>(join(import.meta.dirname, file), [mongoUrl, ...args]);
}
