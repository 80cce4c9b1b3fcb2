/** Other signed-in reads (a loan's page, its chat, the dashboard's totals) compared with hand-written reads. */

import { Person } from '@nameloan/driver/person';
import { print } from '../print.ts';
import type { RunningProduct } from '../running-product.ts';
import { chatId, seedLoans } from '../seed/seed-loans.ts';
import type { Contender } from './measure.ts';
import { measureContenders } from './measure.ts';
import { startPeer } from './start-peer.ts';

const counts = { loans: 1000, chatMessages: 500, messages: 5000 };
const query = `{ dashboard {
  borrowing { open amount byStatus { status count amount } }
  lending { open amount byStatus { status count amount } } offersReceived offersSent } }`;
const pages = [
  ['A loan’s page', { path: `/api/escrow/${chatId}` }, chatId],
  ['Its newest 50 messages', { path: `/api/escrow/${chatId}/messages?limit=50` }, 'part 500'],
  [
    'The dashboard’s totals',
    { path: '/graphql', method: 'POST' as const, body: JSON.stringify({ query }) },
    '"offersSent":0',
  ],
] as const;

interface BenchTarget {
  product: RunningProduct;
  ours: Pick<Contender, 'pids' | 'databasePid'>;
}

async function registerParty({ url }: RunningProduct, name: string) {
  const person = new Person(url, {
    name,
    email: `${name.toLowerCase()}@loans.bench.example`,
    password: 'correct horse battery',
  });
  await person.register();
  const claims = Buffer.from(person.token?.split('.')[1] ?? '', 'base64url').toString();
  return { token: person.token ?? '', id: String(JSON.parse(claims).sub) };
}

/** All requests read the same loan, because the cost does not depend on which loan it is. */
export async function benchMyLoans({ product, ours }: BenchTarget): Promise<void> {
  const borrower = await registerParty(product, 'Borrower');
  const lender = await registerParty(product, 'Lender');
  await seedLoans(product.mongo, { borrowerId: borrower.id, lenderId: lender.id }, counts);
  const { keys } = (await (await fetch(`${product.serviceUrls.identity}/keys`)).json()) as {
    keys: [];
  };
  const script = new URL('express-loans.ts', import.meta.url).pathname;
  const input = JSON.stringify({ mongoUrl: product.mongo, keys });
  const reference = await startPeer<{ url: string }>(script, [], input);
  const headers = { 'x-access-token': borrower.token, 'content-type': 'application/json' };
  try {
    for (const [name, request, expected] of pages) {
      const common = { requests: [request], headers, databasePid: ours.databasePid, expected };
      const [nameloan, handWritten] = await measureContenders(
        [
          { name, url: product.url, ...common, ...ours },
          { name: `${name}, hand-written`, url: reference.url, ...common, pids: [reference.pid] },
        ],
        { rounds: 3, seconds: 3 },
      );
      if (!nameloan || !handWritten) return;
      print(`${name}, signed in`, `${Math.round(nameloan.cpuUs)} µs`);
      print('  hand-written, without business rules', `${Math.round(handWritten.cpuUs)} µs`);
      print('  ratio of CPU time', (nameloan.cpuUs / handWritten.cpuUs).toFixed(2));
    }
  } finally {
    reference.stop();
  }
}
