/** Visitors without an account: pages, listings, filters, one listing, the API descriptions. */

import { callProduct } from './call.ts';
import { runJourney } from './journey-metrics.ts';
import { addProvenDomain, openListing, randomTerms } from './loan-steps.ts';
import type { RestObject } from './person.ts';
import { Person } from './person.ts';
import { optionsOf } from './profiles.ts';
import { settings } from './settings.ts';
import { summarize } from './summary.ts';

export const options = optionsOf(['visitors']);
export const handleSummary = summarize;

const filters = [
  'suffix=com',
  'text=load',
  'min_amount=200&max_amount=800',
  'min_term=60&sort=TERM',
  'sort=APY&direction=ASC',
  'min_length=3&max_length=40&page=2',
];
const pages = ['/', '/domains', '/login', '/api/docs', '/api/openapi.json', '/developers'];
const landing = `query Landing { listings(limit: 4, sort: VALUE) {
  total listings { id unicodeName desiredAmount desiredTerm desiredRate disclosure { repays } appraisal { mid } } } }`;

function read(path: string) {
  return callProduct({ method: 'GET', url: settings.baseUrl + path });
}

const pickOne = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

/** Creates listings if there are fewer than three. */
export async function setUpMarket(): Promise<void> {
  const { body } = await read('/api/listings');
  if (body.total >= 3) return;
  const owner = await new Person('Olive Owner').register();
  for (let count = 0; count < 3; count++)
    await openListing(owner, await addProvenDomain(owner), randomTerms());
}

export const setup = setUpMarket;

/** One visit. */
export function visitors(): Promise<void> {
  return runJourney(async () => {
    const page = pickOne(pages);
    if (settings.web || /^\/(api|developers)/.test(page)) await read(page);
    const first = await read('/api/listings?page=1&limit=12');
    await read(`/api/listings?${pickOne(filters)}`);
    const url = `${settings.baseUrl}/graphql`;
    await callProduct({ method: 'POST', url, body: { query: landing }, reads: true });
    const cards: RestObject[] = first.body.listings;
    // A listing removed in the meantime is still shown as closed.
    if (cards.length > 0) await read(`/api/listings/${pickOne(cards).id}`);
  });
}
