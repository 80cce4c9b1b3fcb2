/** What the bench compares is the same work: the product and its references answer the same page of the same data. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProductForBench } from '../running-product.ts';
import { seedListings } from '../seed/seed.ts';
import type { Reference } from './references.ts';
import { listingsPage, startReference } from './references.ts';

const seeded = 30;

// biome-ignore lint/suspicious/noExplicitAny: answers are read freely; the test asserts what it finds
async function ask(url: string, options?: RequestInit): Promise<any> {
  return (await fetch(url, options)).json();
}

test('the product and its references answer the same listings', async (t) => {
  const product = await startProductForBench();
  t.after(() => product.stop());
  await seedListings(product.mongo, seeded);
  const hands: Reference[] = [];
  for (const which of ['express', 'expressWhole'] as const) {
    const hand = await startReference(which, product.mongo);
    t.after(() => hand.stop());
    hands.push(hand);
  }
  const plain = await startReference('defaultGateway', product.mongo);
  t.after(() => plain.stop());

  const rest = (url: string) => ask(`${url}/api/listings?page=2&limit=12`);
  const ours = await rest(product.url);
  for (const hand of hands) {
    const byHand = await rest(hand.url);
    assert.deepEqual([byHand.pages, byHand.total, byHand.listings.length], [3, seeded, 12]);
    assert.deepEqual([ours.pages, ours.total], [byHand.pages, byHand.total]);
    for (const [place, theirs] of byHand.listings.entries())
      assert.partialDeepStrictEqual(ours.listings[place], theirs);
  }

  const graph = (url: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: listingsPage });
    return ask(url, { method: 'POST', headers, body });
  };
  const federated = await graph(`${product.url}/graphql`);
  assert.equal(federated.data.listings.listings.length, 12);
  assert.deepEqual((await graph(plain.url)).data, federated.data);
});
