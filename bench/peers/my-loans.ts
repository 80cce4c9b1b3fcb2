/** Other signed-in reads (a loan's page, its chat, the dashboard's totals) compared with plain reads by hand. */

import { Person } from '@nameloan/driver/person';
import type { RunningProduct } from '../running-product.ts';
import { print } from '../say.ts';
import { chatId, seedLoans } from '../seed/seed-loans.ts';
import type { Contender } from './measure.ts';
import { measureContenders } from './measure.ts';
import { startPeer } from './start-peer.ts';

const counts = { loans: 1000, talk: 500, messages: 5000 };
const query = `{ dashboard {
  borrowing { open amount byStatus { status count amount } }
  lending { open amount byStatus { status count amount } } offersReceived offersSent } }`;
const pages = [
  ['A loan’s page', { path: `/api/escrow/${chatId}` }, chatId],
  ['Its newest 50 messages', { path: `/api/escrow/${chatId}/messages?limit=50` }, 'part 500'],
  [
    'The dashboard’s sums',
    { path: '/graphql', method: 'POST' as const, body: JSON.stringify({ query }) },
    '"offersSent":0',
  ],
] as const;

interface Place {
  product: RunningProduct;
  ours: Pick<Contender, 'pids' | 'databasePid'>;
}

async function makeParty({ url }: RunningProduct, name: string) {
  const person = new Person(url, {
    name,
    email: `${name.toLowerCase()}@loans.bench.example`,
    password: 'correct horse battery',
  });
  await person.register();
  const claims = Buffer.from(person.token?.split('.')[1] ?? '', 'base64url').toString();
  return { token: person.token ?? '', id: String(JSON.parse(claims).sub) };
}

/** Every request asks for the same: what costs is the reading, not which loan it is. */
export async function benchMyLoans({ product, ours }: Place): Promise<void> {
  const borrower = await makeParty(product, 'Borrower');
  const lender = await makeParty(product, 'Lender');
  await seedLoans(product.mongo, { borrowerId: borrower.id, lenderId: lender.id }, counts);
  const { keys } = (await (await fetch(`${product.serviceUrls.identity}/keys`)).json()) as {
    keys: [];
  };
  const script = new URL('express-loans.ts', import.meta.url).pathname;
  const given = JSON.stringify({ mongoUrl: product.mongo, keys });
  const hand = await startPeer<{ url: string }>(script, [], given);
  const headers = { 'x-access-token': borrower.token, 'content-type': 'application/json' };
  try {
    for (const [name, request, expects] of pages) {
      const same = { requests: [request], headers, databasePid: ours.databasePid, expects };
      const [mine, theirs] = await measureContenders(
        [
          { name, url: product.url, ...same, ...ours },
          { name: `${name} by hand`, url: hand.url, ...same, pids: [hand.pid] },
        ],
        { rounds: 3, seconds: 3 },
      );
      if (!mine || !theirs) return;
      print(`${name}, signed in`, `${Math.round(mine.cpuUs)} µs`);
      print('  the plain reads by hand, no rules', `${Math.round(theirs.cpuUs)} µs`);
      print('  processor time, ours to theirs', (mine.cpuUs / theirs.cpuUs).toFixed(2));
    }
  } finally {
    hand.stop();
  }
}
