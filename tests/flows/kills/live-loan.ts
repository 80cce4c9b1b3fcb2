/** One loan from registration to its end, by people who repeat what got no answer and look before they repeat. */

import type { OutsideWorld } from '../../../scripts/demo/outside-world.ts';
import { Person } from '../../../scripts/demo/person.ts';
import { tokenOf } from '../../../scripts/demo/steps.ts';
import type { World } from '../world/world.ts';
import { get, insist, post, until } from './persistent.ts';

export type Ending = 'REPAID' | 'SURRENDERED' | 'CANCELLED';

export interface Loan {
  number: number;
  ending: Ending;
  borrower: Person;
  lender: Person;
  name: string;
  escrowId: string;
  status: string;
}

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
type Found = any;

const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };

export type DepositCall = 'stripe-session' | 'nowpayments-session';

export async function liveLoan(
  world: World,
  number: number,
  depositBy: DepositCall = 'stripe-session',
): Promise<Loan> {
  const ending = (['REPAID', 'SURRENDERED', 'CANCELLED'] as const)[number % 3] ?? 'REPAID';
  const [borrower, lender] = await Promise.all([
    arrive(world, `Borrower ${number}`),
    arrive(world, `Lender ${number}`),
  ]);
  const name = world.newName();
  const domain = await prove(borrower, world.outside, name);
  await list(borrower, domain.id);
  const offerId = await offer(lender, domain.id);
  const escrowId = await accept(borrower, offerId, name);
  await Promise.all([sign(borrower, escrowId), sign(lender, escrowId)]);
  await fund(borrower, world.outside, depositBy);
  await handOver(borrower, world.outside, { id: domain.id, name, escrowId });
  await end({ borrower, lender, escrowId }, ending);
  const status = (await get(borrower, `/escrow/${escrowId}`)).status;
  return { number, ending, borrower, lender, name, escrowId, status };
}

async function arrive(world: World, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replace(' ', '.')}@kills.example`;
  const person = new Person(world.url, { name, email, password: 'a long enough secret' });
  await insist(`${name} registers`, async () => {
    const answer = await person.call('POST', '/users/register', {
      name,
      email,
      password: person.password,
    });
    if (answer.status !== 201 && answer.status !== 409)
      throw new Error(`register answered ${answer.status}`);
    await person.login();
  });
  return person;
}

async function prove(owner: Person, outside: OutsideWorld, name: string): Promise<Found> {
  await post(owner, '/domains/add', { domain: name });
  const mine = async () =>
    (await get(owner, '/domains?limit=100')).domains.find((one: Found) => one.domain === name);
  const added = await until(`${name} is added`, mine);
  await insist('DNS', () =>
    outside.setTxt(`_nameloan-challenge.${name}`, [added.verification_record]),
  );
  await post(owner, `/domains/${added.id}/verify`);
  return until(`${name} is proven`, async () => {
    const domain = await mine();
    if (domain.status === 'EXTERNAL_VERIFIED') return domain;
    // A check that met a dead resolver comes again by its schedule; asking anew is quicker.
    if (domain.verification_tries?.length !== 0) await post(owner, `/domains/${added.id}/verify`);
    return false;
  });
}

async function list(owner: Person, domainId: string): Promise<void> {
  const terms = { desired_apy: 12.5, desired_term: 90, desired_loan_amount: 1000 };
  await until('the listing', async () => {
    await post(owner, '/listings', { domain_id: domainId, ...terms });
    return (await get(owner, `/domains/${domainId}`)).listed;
  });
}

async function offer(lender: Person, domainId: string): Promise<string> {
  return until('the offer', async () => {
    await post(lender, '/offers', { domain_id: domainId, loan_amount: 1000, term: 90, apy: 12 });
    const [sent] = (await get(lender, '/offers/sent-offers')).offers;
    return sent?.id;
  });
}

async function accept(borrower: Person, offerId: string, name: string): Promise<string> {
  return until('the escrow', async () => {
    await post(borrower, '/escrow/accept', { offerId });
    const { escrows } = (await post(borrower, '/escrow/borrower')).body;
    return escrows.find((one: Found) => one.domain === name)?.id;
  });
}

async function sign(person: Person, escrowId: string): Promise<void> {
  const read = () => get(person, `/escrow/${escrowId}`);
  const url: string = await until('the contract', async () => {
    const escrow = await read();
    return escrow.borrower_contract_url ?? escrow.lender_contract_url;
  });
  const path = `/contracts/${tokenOf(url)}/sign`;
  await until('the signature', async () => {
    await post(person, path, { name: person.name, consent: true, address });
    const escrow = await read();
    return escrow.role === 'BORROWER' ? escrow.borrower_signed : escrow.lender_signed;
  });
}

/** An answer that was lost leaves an unpaid checkout behind, which costs nobody anything. */
async function fund(person: Person, outside: OutsideWorld, call: DepositCall): Promise<void> {
  const { body } = await post(person, `/transactions/${call}`, { amount: 100 });
  const checkout = await insist('the checkout', async () => {
    const found = (await outside.checkouts()).find((one: Found) => body.uri.includes(one.id));
    if (!found) throw new Error('no such checkout');
    return found;
  });
  await until('the deposit', async () => {
    const now = (await outside.checkouts()).find((one: Found) => one.id === checkout.id);
    if (now.status === 'open') await outside.pay(checkout.id);
    return (await get(person, '/users/self')).balance >= 100;
  });
}

async function handOver(
  owner: Person,
  outside: OutsideWorld,
  domain: { id: string; name: string; escrowId: string },
): Promise<void> {
  const { authCode } = await insist('the code', () => outside.registered(domain.name));
  await until('custody', async () => {
    const escrow = await get(owner, `/escrow/${domain.escrowId}`);
    if (escrow.status === 'DOMAIN_IN_CUSTODY') return true;
    const now = await get(owner, `/domains/${domain.id}`);
    if (!now.pending_transfer && now.status === 'EXTERNAL_VERIFIED') {
      await post(owner, `/domains/${domain.id}/transfer`, { transferCode: authCode });
    }
    const there = await outside.registered(domain.name);
    if (there.pendingTransfer) await outside.approve(domain.name).catch(() => undefined);
    return false;
  });
}

type Parties = { borrower: Person; lender: Person; escrowId: string };

/** Each move is repeated until the loan shows that it was made; a second one is refused by the table. */
async function end({ borrower, lender, escrowId }: Parties, ending: Ending): Promise<void> {
  const at = `/escrow/${escrowId}`;
  const move = (who: Person, path: string, done: (escrow: Found) => boolean, body?: unknown) =>
    until(path, async () => {
      await post(who, `${at}${path}`, body);
      return done(await get(who, at));
    });
  if (ending === 'CANCELLED') {
    await move(lender, '/cancel', (escrow) => escrow.status === 'CANCELLED');
    return;
  }
  await move(lender, '/markPaid', (escrow) => escrow.status === 'LOAN_POSTED');
  await move(borrower, '/confirmReceipt', (escrow) => escrow.received_at !== null);
  if (ending === 'REPAID') {
    await move(lender, '/finalize', (escrow) => escrow.status === 'FINALIZED_RETURN_TO_BORROWER');
  } else {
    const surrendered = (escrow: Found) => escrow.status === 'FINALIZED_LENDER_SEIZURE';
    await move(borrower, '/finalize', surrendered, { outcome: 'SURRENDER' });
  }
}
