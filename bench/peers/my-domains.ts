/** An account's list of domains: the product compared with a hand-written endpoint. */

import { Person } from '@nameloan/driver/person';
import { MongoClient } from 'mongodb';
import { print, printBound } from '../print.ts';
import type { RunningProduct } from '../running-product.ts';
import type { Contender } from './measure.ts';
import { measureContenders } from './measure.ts';
import { startPeer } from './start-peer.ts';

const domainCount = 500;
const pageSize = 7;

interface BenchTarget {
  product: RunningProduct;
  ours: Pick<Contender, 'pids' | 'databasePid'>;
}

/** Registers an account and gives it many listed domains. */
async function createOwner({ url, mongo }: RunningProduct): Promise<Person> {
  const owner = new Person(url, {
    name: 'Bench Owner',
    email: 'owner@bench.nameloan.example',
    password: 'correct horse battery',
  });
  await owner.register();
  const claims = Buffer.from(owner.token?.split('.')[1] ?? '', 'base64url').toString();
  const accountId = JSON.parse(claims).sub;
  const client = await new MongoClient(mongo).connect();
  const listingIds = {
    _id: { $gte: 'bench-', $lt: `bench-listing-${String(domainCount).padStart(6, '0')}` },
  };
  const domainIds = { _id: { $lt: `bench-domain-${String(domainCount).padStart(6, '0')}` } };
  await client
    .db('nameloan_lending')
    .collection('listings')
    .updateMany(listingIds as never, { $set: { borrowerId: accountId } });
  await client
    .db('nameloan_domains')
    .collection('domains')
    .updateMany(domainIds as never, { $set: { accountId } });
  await client.close();
  return owner;
}

/** Needs the seeded listings. */
export async function benchMyDomains({ product, ours }: BenchTarget): Promise<void> {
  const owner = await createOwner(product);
  const keys = await (await fetch(`${product.serviceUrls.identity}/keys`)).json();
  const input = JSON.stringify({ mongoUrl: product.mongo, keys: (keys as { keys: [] }).keys });
  const script = new URL('express-my-domains.ts', import.meta.url).pathname;
  const reference = await startPeer<{ url: string }>(script, [], input);
  try {
    const requests = Array.from({ length: Math.floor(domainCount / pageSize) }, (_, at) => ({
      path: `/api/domains?page=${at + 1}&limit=${pageSize}`,
    }));
    const headers = { 'x-access-token': owner.token ?? '' };
    const common = { requests, headers, databasePid: ours.databasePid, expected: '"example-' };
    const [nameloan, handWritten] = await measureContenders([
      { name: 'My Domains', url: product.url, ...common, ...ours },
      { name: 'My Domains, hand-written', url: reference.url, ...common, pids: [reference.pid] },
    ]);
    if (!nameloan || !handWritten) return;
    print(
      'My Domains, signed in, a different page per request',
      `${Math.round(nameloan.cpuUs)} µs`,
    );
    print('  hand-written, Express and mongoose', `${Math.round(handWritten.cpuUs)} µs`);
    printBound('  ratio of CPU time', nameloan.cpuUs / handWritten.cpuUs, 1 / 3);
    print(
      '  requests per second, both',
      `${Math.round(nameloan.perSecond)}, ${Math.round(handWritten.perSecond)}`,
    );
  } finally {
    reference.stop();
  }
}
