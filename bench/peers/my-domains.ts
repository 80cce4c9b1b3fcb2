/** A signed-in user's own domains: the product compared with the same by hand. */

import { Person } from '@nameloan/driver/person';
import { MongoClient } from 'mongodb';
import type { RunningProduct } from '../running-product.ts';
import { print, printBound } from '../say.ts';
import type { Contender } from './measure.ts';
import { measureContenders } from './measure.ts';
import { startPeer } from './start-peer.ts';

const names = 500;
const pageSize = 7;

interface Place {
  product: RunningProduct;
  ours: Pick<Contender, 'pids' | 'databasePid'>;
}

/** Someone with many names, every one of them listed. */
async function makeOwner({ url, mongo }: RunningProduct): Promise<Person> {
  const owner = new Person(url, {
    name: 'Bench Owner',
    email: 'owner@bench.nameloan.example',
    password: 'correct horse battery',
  });
  await owner.register();
  const claims = Buffer.from(owner.token?.split('.')[1] ?? '', 'base64url').toString();
  const accountId = JSON.parse(claims).sub;
  const client = await new MongoClient(mongo).connect();
  const some = { _id: { $gte: 'bench-', $lt: `bench-listing-${String(names).padStart(6, '0')}` } };
  const theirs = { _id: { $lt: `bench-domain-${String(names).padStart(6, '0')}` } };
  await client
    .db('nameloan_lending')
    .collection('listings')
    .updateMany(some as never, { $set: { borrowerId: accountId } });
  await client
    .db('nameloan_domains')
    .collection('domains')
    .updateMany(theirs as never, { $set: { accountId } });
  await client.close();
  return owner;
}

/** Expects the bench's listings to be there. */
export async function benchMyDomains({ product, ours }: Place): Promise<void> {
  const owner = await makeOwner(product);
  const keys = await (await fetch(`${product.serviceUrls.identity}/keys`)).json();
  const given = JSON.stringify({ mongoUrl: product.mongo, keys: (keys as { keys: [] }).keys });
  const script = new URL('express-my-domains.ts', import.meta.url).pathname;
  const hand = await startPeer<{ url: string }>(script, [], given);
  try {
    const requests = Array.from({ length: Math.floor(names / pageSize) }, (_, at) => ({
      path: `/api/domains?page=${at + 1}&limit=${pageSize}`,
    }));
    const headers = { 'x-access-token': owner.token ?? '' };
    const same = { requests, headers, databasePid: ours.databasePid, expects: '"example-' };
    const [mine, theirs] = await measureContenders([
      { name: 'My Domains', url: product.url, ...same, ...ours },
      { name: 'My Domains by hand', url: hand.url, ...same, pids: [hand.pid] },
    ]);
    if (!mine || !theirs) return;
    print('My Domains, signed in, another page each time', `${Math.round(mine.cpuUs)} µs`);
    print('  the same by hand, Express and mongoose', `${Math.round(theirs.cpuUs)} µs`);
    printBound('  processor time, ours to theirs', mine.cpuUs / theirs.cpuUs, 1 / 3);
    print(
      '  requests a second, ours and theirs',
      `${Math.round(mine.perSecond)}, ${Math.round(theirs.perSecond)}`,
    );
  } finally {
    hand.stop();
  }
}
