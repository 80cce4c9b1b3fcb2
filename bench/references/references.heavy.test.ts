/** The benchmark compares equal work: product and references return the same page of the same data. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProductForBench } from '../running-product.ts';
import { seedListings } from '../seed/seed.ts';
import type { Reference } from './references.ts';
import { listingsPage, startReference } from './references.ts';

const listingCount = 30;

// biome-ignore lint/suspicious/noExplicitAny: responses are untyped; the test asserts their values
async function fetchJson(url: string, options?: RequestInit): Promise<any> {
  return (await fetch(url, options)).json();
}

test('the product and its references return the same listings', async (t) => {
  const product = await startProductForBench();
  t.after(() => product.stop());
  await seedListings(product.mongo, listingCount);
  const expressServers: Reference[] = [];
  for (const kind of ['express', 'expressHydrated'] as const) {
    const server = await startReference(kind, product.mongo);
    t.after(() => server.stop());
    expressServers.push(server);
  }
  const apollo = await startReference('defaultGateway', product.mongo);
  t.after(() => apollo.stop());

  const rest = (url: string) => fetchJson(`${url}/api/listings?page=2&limit=12`);
  const ours = await rest(product.url);
  for (const server of expressServers) {
    const expected = await rest(server.url);
    assert.deepEqual(
      [expected.pages, expected.total, expected.listings.length],
      [3, listingCount, 12],
    );
    assert.deepEqual([ours.pages, ours.total], [expected.pages, expected.total]);
    for (const [index, listing] of expected.listings.entries())
      assert.partialDeepStrictEqual(ours.listings[index], listing);
  }

  const graph = (url: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: listingsPage });
    return fetchJson(url, { method: 'POST', headers, body });
  };
  const federated = await graph(`${product.url}/graphql`);
  assert.equal(federated.data.listings.listings.length, 12);
  assert.deepEqual((await graph(apollo.url)).data, federated.data);
});
