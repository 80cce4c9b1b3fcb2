/** The steps of a loan by people who repeat what got no answer and look before they repeat. */

import type { Person } from '../../../scripts/demo/person.ts';
import { Person as NewPerson } from '../../../scripts/demo/person.ts';
import { tokenOf } from '../../../scripts/demo/steps.ts';
import type { World } from '../world/world.ts';
import type { Calendar } from './calendar.ts';
import { get, insist, post, until } from './retry-call.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
export type Found = any;

/** How loans on one branch differ from each other. */
export interface Variety {
  /** The domain is with the platform before it is listed. */
  custodyFirst: boolean;
  kind: 0 | 1;
  lenderSignsFirst: boolean;
  /** How the transfer's fee is paid for. */
  depositBy: 'stripe-session' | 'nowpayments-session';
}

const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };
export const termDays = 30;

/** One loan, from two strangers to wherever its branch takes it. */
export class LiveLoan {
  readonly number: number;
  readonly variety: Variety;
  readonly name: string;
  readonly world: World;
  readonly calendar: Calendar;
  readonly operator: Person;
  borrower!: Person;
  lender!: Person;
  domainId = '';
  escrowId = '';

  constructor(
    number: number,
    variety: Variety,
    { world, calendar, operator }: { world: World; calendar: Calendar; operator: Person },
  ) {
    this.number = number;
    this.variety = variety;
    this.world = world;
    this.calendar = calendar;
    this.operator = operator;
    this.name = world.newName();
  }

  day(day: number): Promise<void> {
    return this.calendar.day(day);
  }

  escrow(): Promise<Found> {
    return get(this.borrower, `/escrow/${this.escrowId}`);
  }

  /** Repeats a move until the loan shows that it was made; a second one is refused by the table. */
  async move(
    who: Person,
    what: string,
    { done, body }: { done: (escrow: Found) => boolean; body?: unknown },
  ): Promise<void> {
    const at = `/escrow/${this.escrowId}`;
    await until(`loan ${this.number}: ${what}`, async () => {
      await post(who, `${at}/${what}`, body);
      return done(await get(who, at));
    });
  }

  /** Until the product itself has brought the loan there. */
  becomes(status: string): Promise<void> {
    return this.shows(status, (escrow) => escrow.status === status);
  }

  async shows(what: string, look: (escrow: Found) => boolean): Promise<void> {
    await until(`loan ${this.number}: ${what}`, async () => look(await this.escrow()));
  }

  /** PENDING_SIGNATURE. */
  async accepted({ proofTaken = false } = {}): Promise<void> {
    [this.borrower, this.lender] = await Promise.all([
      arrive(this.world, `Borrower ${this.number}`),
      arrive(this.world, `Lender ${this.number}`),
    ]);
    if (this.variety.kind === 1) {
      await post(this.lender, '/users/profile', { contract: 1 });
    }
    await this.#prove();
    if (this.variety.custodyFirst) await this.handOver();
    await this.#list();
    const offerId = await this.#offer();
    if (proofTaken) await insist('DNS', () => this.world.outside.removeTxt(proofHost(this.name)));
    this.escrowId = await until('the escrow', async () => {
      await post(this.borrower, '/escrow/accept', { offerId });
      const { escrows } = (await post(this.borrower, '/escrow/borrower')).body;
      return escrows.find((one: Found) => one.domain === this.name)?.id;
    });
  }

  /** NEW, or DOMAIN_IN_CUSTODY where the domain was here first. */
  async signed(): Promise<void> {
    await this.accepted();
    const parties = [this.borrower, this.lender];
    for (const party of this.variety.lenderSignsFirst ? parties.reverse() : parties) {
      await this.sign(party);
    }
  }

  async inCustody(): Promise<void> {
    await this.signed();
    if (!this.variety.custodyFirst) await this.handOver();
    await this.becomes('DOMAIN_IN_CUSTODY');
  }

  /** LOAN_POSTED, receipt confirmed. */
  async posted(): Promise<void> {
    await this.inCustody();
    await this.move(this.lender, 'markPaid', { done: (escrow) => escrow.status === 'LOAN_POSTED' });
    const done = (escrow: Found) => escrow.received_at !== null;
    await this.move(this.borrower, 'confirmReceipt', { done });
  }

  async disputed(): Promise<void> {
    await this.posted();
    await this.move(this.borrower, 'escalate', { done: (escrow) => escrow.status === 'ESCALATED' });
  }

  async sign(person: Person): Promise<void> {
    const read = () => get(person, `/escrow/${this.escrowId}`);
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

  /** The domain arrives; `reject`: the other registrar first says no. */
  async handOver({ reject = false } = {}): Promise<void> {
    const { outside } = this.world;
    await fund(this.borrower, this.world, this.variety.depositBy);
    const { authCode } = await insist('the code', () => outside.registered(this.name));
    let refusals = reject ? 1 : 0;
    await until(`${this.name} in custody`, async () => {
      const now = await get(this.borrower, `/domains/${this.domainId}`);
      if (now.status === 'CUSTODY_PAID' || now.status === 'IN_ESCROW') return true;
      if (!now.pending_transfer && now.status === 'EXTERNAL_VERIFIED') {
        await post(this.borrower, `/domains/${this.domainId}/transfer`, { transferCode: authCode });
      }
      const there = await outside.registered(this.name);
      if (!there.pendingTransfer) return false;
      await (refusals > 0 ? outside.reject : outside.approve)(this.name).catch(() => undefined);
      // An answer that was lost has ended it all the same.
      const { pendingTransfer } = await insist('the registry', () => outside.registered(this.name));
      if (!pendingTransfer) refusals -= 1;
      return false;
    });
  }

  /** Another registrar takes the domain over, in spite of the lock. */
  async lose(): Promise<void> {
    const { outside } = this.world;
    const there = () => outside.registered(this.name);
    await until(`${this.name} taken`, async () => {
      if ((await there()).registrar !== 'Nameloan') return true;
      await outside.change(this.name, { statuses: [] });
      await outside.takeover(this.name).catch(() => undefined);
      return (await there()).registrar !== 'Nameloan';
    });
  }

  async #prove(): Promise<void> {
    const owner = this.borrower;
    await post(owner, '/domains/add', { domain: this.name });
    const mine = async () =>
      (await get(owner, '/domains?limit=100')).domains.find(
        (one: Found) => one.domain === this.name,
      );
    const added = await until(`${this.name} is added`, mine);
    await insist('DNS', () =>
      this.world.outside.setTxt(proofHost(this.name), [added.verification_record]),
    );
    this.domainId = added.id;
    await post(owner, `/domains/${added.id}/verify`);
    await until(`${this.name} is proven`, async () => {
      const domain = await mine();
      if (domain.status === 'EXTERNAL_VERIFIED') return true;
      // A check that met a dead resolver comes again by its schedule; asking anew is quicker.
      if (domain.verification_attempts?.length !== 0)
        await post(owner, `/domains/${added.id}/verify`);
      return false;
    });
  }

  async #list(): Promise<void> {
    const terms = { desired_apy: 12.5, desired_term: termDays, desired_loan_amount: 1000 };
    await until('the listing', async () => {
      await post(this.borrower, '/listings', { domain_id: this.domainId, ...terms });
      return (await get(this.borrower, `/domains/${this.domainId}`)).listed;
    });
  }

  async #offer(): Promise<string> {
    const terms = { loan_amount: 1000, term: termDays, apy: 12 };
    return until('the offer', async () => {
      await post(this.lender, '/offers', { domain_id: this.domainId, ...terms });
      const [sent] = (await get(this.lender, '/offers/sent-offers')).offers;
      return sent?.id;
    });
  }
}

const proofHost = (name: string) => `_nameloan-challenge.${name}`;

async function arrive(world: World, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replace(' ', '.')}@kills.example`;
  const person = new NewPerson(world.url, { name, email, password: 'a long enough secret' });
  await insist(`${name} registers`, async () => {
    const { password } = person;
    const answer = await person.call('POST', '/users/register', { name, email, password });
    if (answer.status !== 201 && answer.status !== 409)
      throw new Error(`register answered ${answer.status}`);
    await person.login();
  });
  return person;
}

export async function newOperator(world: World): Promise<Person> {
  const person = await arrive(world, 'Olaf Operator');
  await insist('the operator', () => world.setOperator(person));
  return person;
}

/** An answer that was lost leaves an unpaid checkout behind, which costs nobody anything. */
async function fund(
  person: Person,
  { outside }: World,
  depositBy: Variety['depositBy'],
): Promise<void> {
  const { body } = await post(person, `/transactions/${depositBy}`, { amount: 100 });
  const checkout = await insist('the checkout', async () => {
    const found = (await outside.checkouts()).find((one: Found) => body.uri.includes(one.id));
    if (!found) throw new Error('no such checkout');
    return found;
  });
  await until('the deposit', async () => {
    const now = (await outside.checkouts()).find((one: Found) => one.id === checkout.id);
    if (now.status === 'open') await outside.pay(checkout.id);
    return (await get(person, '/users/self')).balance >= 80;
  });
}
