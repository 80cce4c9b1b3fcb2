/** Demo data on an empty installation: two people, listings with offers, one running loan. Safe to repeat after a crash. */

import { hkdfSync } from 'node:crypto';
import type { DemoMarker } from './marker.ts';
import { readMarker, writeMarker } from './marker.ts';
import { OutsideWorld } from './outside-world.ts';
import { CallFailed, Person } from './person.ts';
import type { Terms } from './steps.ts';
import {
  acceptOffer,
  addProvenDomain,
  deposit,
  escrowIn,
  makeOffer,
  openListing,
  sign,
  transferIn,
} from './steps.ts';

const people = [
  { name: 'Ada Borrower', email: 'ada@demo.nameloan.example' },
  { name: 'Lin Lender', email: 'lin@demo.nameloan.example' },
];

/** Amounts well below the low end of each name's automatic estimate, as a careful lender would have it. */
const listed: [name: string, terms: Terms][] = [
  ['meadow.io', { amount: 1500, term: 180, apy: 14 }],
  ['cargo.net', { amount: 1800, term: 90, apy: 18 }],
  ['velvet.org', { amount: 1200, term: 120, apy: 12.5 }],
  ['maple.dev', { amount: 900, term: 60, apy: 16 }],
  ['orchard.app', { amount: 500, term: 150, apy: 15 }],
];
const lent: [name: string, terms: Terms] = ['sail.net', { amount: 4000, term: 120, apy: 13 }];

export interface DemoPlace {
  url: string;
  sandboxUrl: string;
  /** File of the demo marker. */
  marker: string;
  passwords: 'known' | 'random';
  /** Of this installation; random passwords grow from it, so that none is kept and a crash loses none. */
  seed: string;
}

/** A start that finds demo data begun goes on with the passwords that they were begun with. */
export async function loadDemo(there: DemoPlace): Promise<void> {
  const before = readMarker(there.marker);
  if (before?.loadedAt || before?.passwords === 'none') return;
  const begun: DemoMarker = before ?? { passwords: there.passwords, loadedAt: null };
  writeMarker(there.marker, begun);
  const whole = people.map((who) => ({ ...who, password: passwordOf(who.email, begun, there) }));
  await load(there, whole);
  writeMarker(there.marker, { ...begun, loadedAt: new Date().toISOString() });
  tell(whole, begun);
}

function passwordOf(email: string, { passwords }: DemoMarker, { seed }: DemoPlace): string {
  if (passwords !== 'random') return 'demo-password';
  return Buffer.from(hkdfSync('sha256', seed, email, 'nameloan demo password', 18)).toString(
    'base64url',
  );
}

function tell(whole: Who[], { passwords }: DemoMarker): void {
  const random = passwords === 'random';
  const lines = random
    ? ['Demo accounts, with passwords that are shown only now and kept nowhere:']
    : ['Demo accounts, password “demo-password”:'];
  for (const { email, name, password } of whole)
    lines.push(`  ${email}  ${random ? `${password}  ` : ''}(${name})`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function load(there: DemoPlace, whole: Who[]): Promise<void> {
  const world = new OutsideWorld(there.sandboxUrl);
  const [ada, lin] = await Promise.all(whole.map((who) => signIn(there.url, who)));
  if (!ada || !lin) return;
  const domains = new Map((await ada.get('/domains?limit=100')).domains.map(byName));
  for (const [name, terms] of listed)
    await list(ada, world, { name, terms, known: domains.get(name) });
  await offerOn(lin, ada, listed[0]);
  await lend(ada, lin, { world, known: domains.get(lent[0]) });
}

type Who = (typeof people)[number] & { password: string };

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
type Found = any;
const byName = (domain: Found): [string, Found] => [domain.domain, domain];

async function signIn(url: string, who: Who): Promise<Person> {
  const person = new Person(url, who);
  try {
    return await person.register();
  } catch (error) {
    if (error instanceof CallFailed && error.answer.status === 409) return person.login();
    throw error;
  }
}

async function list(
  owner: Person,
  world: OutsideWorld,
  one: { name: string; terms: Terms; known: Found },
): Promise<Found> {
  const domain =
    one.known?.status === 'EXTERNAL_VERIFIED' ? one.known : await prove(owner, world, one);
  if (!domain.listed) await openListing(owner, domain.id, one.terms).catch(unlessConflict);
  return domain;
}

/** A crash may have left it added and unproven: then it is proven now. */
async function prove(
  owner: Person,
  world: OutsideWorld,
  one: { name: string; known: Found },
): Promise<Found> {
  if (one.known) await owner.call('DELETE', `/domains/${one.known.id}`);
  return addProvenDomain(owner, world, one.name);
}

async function offerOn(
  lender: Person,
  owner: Person,
  [name, terms]: [string, Terms] = listed[0] as [string, Terms],
): Promise<void> {
  const domain = (await owner.get('/domains?limit=100')).domains.find(
    (one: Found) => one.domain === name,
  );
  const message = 'I know this name well. Happy to lend on your terms, half a point lower.';
  await makeOffer(lender, domain.id, { ...terms, apy: terms.apy - 0.5, message }).catch(
    unlessConflict,
  );
}

async function lend(
  ada: Person,
  lin: Person,
  { world, known }: { world: OutsideWorld; known: Found },
): Promise<void> {
  const [name, terms] = lent;
  const running = (await ada.post('/escrow/borrower', { page: 1, limit: 100 })).escrows;
  const begun = running.find((one: Found) => one.domain === name);
  const escrow = begun ?? (await begin(ada, lin, await list(ada, world, { name, terms, known })));
  await carryOn(ada, lin, { world, id: escrow.id, domainId: escrow.domain_id });
}

async function begin(ada: Person, lin: Person, domain: Found): Promise<Found> {
  await makeOffer(lin, domain.id, lent[1]).catch(unlessConflict);
  const { offers } = await lin.get('/offers/sent-offers?limit=100');
  const offer = offers.find(
    (one: Found) => one.domain_id === domain.id && one.status === 'PENDING',
  );
  return acceptOffer(ada, offer.id);
}

/** From wherever a crash left the loan to money received. */
async function carryOn(
  ada: Person,
  lin: Person,
  { world, id, domainId }: { world: OutsideWorld; id: string; domainId: string },
): Promise<void> {
  const read = () => ada.get(`/escrow/${id}`);
  if ((await read()).status === 'PENDING_SIGNATURE') {
    for (const who of [ada, lin]) await sign(who, id).catch(unlessConflict);
  }
  if ((await read()).status === 'NEW') {
    const domain = await ada.get(`/domains/${domainId}`);
    if (domain.pending_transfer) await world.approve(domain.domain).catch(() => undefined);
    else if (domain.status === 'EXTERNAL_VERIFIED') {
      if ((await ada.get('/users/self')).balance < 100) await deposit(ada, world, 100);
      await transferIn(ada, world, domain);
    }
    await escrowIn(ada, id, 'DOMAIN_IN_CUSTODY');
  }
  const { status, received_at: receivedAt } = await read();
  if (status === 'DOMAIN_IN_CUSTODY') await lin.post(`/escrow/${id}/markPaid`);
  if (receivedAt) return;
  await ada.post(`/escrow/${id}/confirmReceipt`);
  await ada.post(`/escrow/${id}/message`, { message: 'The money has arrived. Thank you!' });
}

function unlessConflict(error: unknown): undefined {
  if (error instanceof CallFailed && error.answer.status === 409) return undefined;
  throw error;
}
