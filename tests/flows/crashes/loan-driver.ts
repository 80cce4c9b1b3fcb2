/** Drives one loan through the REST API; every step is checked and repeated until its effect is visible. */

import type { Person } from '@nameloan/driver/person';
import { Person as NewPerson } from '@nameloan/driver/person';
import { tokenOf } from '@nameloan/driver/steps';
import { verifyAddress } from '@nameloan/driver/verify-address';
import type { TestEnvironment } from '../environment/test-environment.ts';
import type { Calendar } from './calendar.ts';
import { get, post, retry, waitUntil } from './retry-call.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
export type RestObject = any;

/** How loans of one scenario differ from each other. */
export interface Variety {
  /** Whether the domain is in custody before it is listed. */
  custodyFirst: boolean;
  kind: 0 | 1;
  lenderSignsFirst: boolean;
  /** The payment method for the transfer fee. */
  depositBy: 'stripe-session' | 'nowpayments-session';
}

const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };
export const termDays = 30;

/** One loan, from two new accounts to the end of its scenario. */
export class LoanDriver {
  readonly number: number;
  readonly variety: Variety;
  readonly name: string;
  readonly environment: TestEnvironment;
  readonly calendar: Calendar;
  readonly operator: Person;
  borrower!: Person;
  lender!: Person;
  domainId = '';
  escrowId = '';

  constructor(
    number: number,
    variety: Variety,
    {
      environment,
      calendar,
      operator,
    }: { environment: TestEnvironment; calendar: Calendar; operator: Person },
  ) {
    this.number = number;
    this.variety = variety;
    this.environment = environment;
    this.calendar = calendar;
    this.operator = operator;
    this.name = environment.newDomainName();
  }

  day(day: number): Promise<void> {
    return this.calendar.day(day);
  }

  escrow(): Promise<RestObject> {
    return get(this.borrower, `/escrow/${this.escrowId}`);
  }

  /** Repeats an action until the loan shows its effect; the state machine rejects a second one. */
  async act(
    person: Person,
    action: string,
    { done, body }: { done: (escrow: RestObject) => boolean; body?: unknown },
  ): Promise<void> {
    const path = `/escrow/${this.escrowId}`;
    await waitUntil(`loan ${this.number}: ${action}`, async () => {
      await post(person, `${path}/${action}`, body);
      return done(await get(person, path));
    });
  }

  /** Waits until the product has moved the loan to this status. */
  waitForStatus(status: string): Promise<void> {
    return this.waitForState(status, (escrow) => escrow.status === status);
  }

  async waitForState(what: string, isReached: (escrow: RestObject) => boolean): Promise<void> {
    await waitUntil(`loan ${this.number}: ${what}`, async () => isReached(await this.escrow()));
  }

  /** Brings the loan to PENDING_SIGNATURE. */
  async accepted({ proofTaken = false } = {}): Promise<void> {
    [this.borrower, this.lender] = await Promise.all([
      registerPerson(this.environment, `Borrower ${this.number}`),
      registerPerson(this.environment, `Lender ${this.number}`),
    ]);
    if (this.variety.kind === 1) {
      await post(this.lender, '/users/profile', { contract: 1 });
    }
    await this.#prove();
    if (this.variety.custodyFirst) await this.handOver();
    await this.#list();
    const offerId = await this.#offer();
    if (proofTaken)
      await retry('DNS', () => this.environment.sandbox.removeTxt(proofHost(this.name)));
    this.escrowId = await waitUntil('the escrow', async () => {
      await post(this.borrower, '/escrow/accept', { offerId });
      const { escrows } = (await post(this.borrower, '/escrow/borrower', { limit: 100 })).body;
      return escrows.find((one: RestObject) => one.domain === this.name)?.id;
    });
  }

  /** Brings the loan to NEW, or to DOMAIN_IN_CUSTODY if the domain was in custody before. */
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
    await this.waitForStatus('DOMAIN_IN_CUSTODY');
  }

  /** Brings the loan to LOAN_POSTED with the receipt confirmed. */
  async posted(): Promise<void> {
    await this.inCustody();
    await this.act(this.lender, 'markPaid', { done: (escrow) => escrow.status === 'LOAN_POSTED' });
    const done = (escrow: RestObject) => escrow.received_at !== null;
    await this.act(this.borrower, 'confirmReceipt', { done });
  }

  async disputed(): Promise<void> {
    await this.posted();
    await this.act(this.borrower, 'escalate', { done: (escrow) => escrow.status === 'ESCALATED' });
  }

  async sign(person: Person): Promise<void> {
    const read = () => get(person, `/escrow/${this.escrowId}`);
    const url: string = await waitUntil('the contract', async () => {
      const escrow = await read();
      return escrow.borrower_contract_url ?? escrow.lender_contract_url;
    });
    const path = `/contracts/${tokenOf(url)}/sign`;
    await waitUntil('the signature', async () => {
      await post(person, path, { name: person.name, consent: true, address });
      const escrow = await read();
      return escrow.role === 'BORROWER' ? escrow.borrower_signed : escrow.lender_signed;
    });
  }

  /** Transfers the domain into custody; `reject`: the losing registrar rejects the first transfer. */
  async handOver({ reject = false } = {}): Promise<void> {
    const { sandbox } = this.environment;
    await depositFee(this.borrower, this.environment, this.variety.depositBy);
    const { authCode } = await retry('the code', () => sandbox.readRegistration(this.name));
    let rejections = reject ? 1 : 0;
    await waitUntil(`${this.name} in custody`, async () => {
      const current = await get(this.borrower, `/domains/${this.domainId}`);
      if (current.status === 'CUSTODY_PAID' || current.status === 'IN_ESCROW') return true;
      if (!current.pending_transfer && current.status === 'EXTERNAL_VERIFIED') {
        await post(this.borrower, `/domains/${this.domainId}/transfer`, { transferCode: authCode });
      }
      const registered = await sandbox.readRegistration(this.name);
      if (!registered.pendingTransfer) return false;
      await (rejections > 0 ? sandbox.rejectTransfer : sandbox.approveTransfer)(this.name).catch(
        () => undefined,
      );
      // A call whose response was lost may have ended the transfer already.
      const { pendingTransfer } = await retry('the registry', () =>
        sandbox.readRegistration(this.name),
      );
      if (!pendingTransfer) rejections -= 1;
      return false;
    });
  }

  /** Another registrar takes over the domain despite its lock. */
  async lose(): Promise<void> {
    const { sandbox } = this.environment;
    const readRegistry = () => sandbox.readRegistration(this.name);
    await waitUntil(`${this.name} taken`, async () => {
      if ((await readRegistry()).registrar !== 'Nameloan') return true;
      await sandbox.updateRegistration(this.name, { statuses: [] });
      await sandbox.takeOverDomain(this.name).catch(() => undefined);
      return (await readRegistry()).registrar !== 'Nameloan';
    });
  }

  async #prove(): Promise<void> {
    const owner = this.borrower;
    await post(owner, '/domains/add', { domain: this.name });
    const findDomain = async () =>
      (await get(owner, '/domains?limit=100')).domains.find(
        (one: RestObject) => one.domain === this.name,
      );
    const added = await waitUntil(`${this.name} is added`, findDomain);
    await retry('DNS', () =>
      this.environment.sandbox.setTxt(proofHost(this.name), [added.verification_record]),
    );
    this.domainId = added.id;
    await post(owner, `/domains/${added.id}/verify`);
    await waitUntil(`${this.name} is proven`, async () => {
      const domain = await findDomain();
      if (domain.status === 'EXTERNAL_VERIFIED') return true;
      // A check that failed because a service was down is retried on schedule; requesting one is faster.
      if (domain.verification_attempts?.length !== 0)
        await post(owner, `/domains/${added.id}/verify`);
      return false;
    });
  }

  async #list(): Promise<void> {
    const terms = { desired_apy: 12.5, desired_term: termDays, desired_loan_amount: 1000 };
    await waitUntil('the listing', async () => {
      await post(this.borrower, '/listings', { domain_id: this.domainId, ...terms });
      return (await get(this.borrower, `/domains/${this.domainId}`)).listed;
    });
  }

  async #offer(): Promise<string> {
    const terms = { loan_amount: 1000, term: termDays, apy: 12 };
    return waitUntil('the offer', async () => {
      await post(this.lender, '/offers', { domain_id: this.domainId, ...terms });
      const [sent] = (await get(this.lender, '/offers/sent-offers')).offers;
      return sent?.id;
    });
  }
}

const proofHost = (name: string) => `_nameloan-challenge.${name}`;

async function registerPerson(environment: TestEnvironment, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replace(' ', '.')}@crashes.example`;
  const person = new NewPerson(environment.url, { name, email, password: 'a long enough secret' });
  await retry(`${name} registers`, async () => {
    const { password } = person;
    const response = await person.call('POST', '/users/register', { name, email, password });
    if (response.status !== 201 && response.status !== 409)
      throw new Error(`register returned ${response.status}`);
    await person.login();
    await verifyAddress(person, environment.sandbox);
  });
  return person;
}

export async function createOperator(environment: TestEnvironment): Promise<Person> {
  const person = await registerPerson(environment, 'Olaf Opal');
  await retry('the operator', () => environment.setOperator(person));
  return person;
}

/** Pays in the transfer fee. A lost response leaves an unpaid checkout without effect. */
async function depositFee(
  person: Person,
  { sandbox }: TestEnvironment,
  depositBy: Variety['depositBy'],
): Promise<void> {
  const { body } = await post(person, `/transactions/${depositBy}`, { amount: 100 });
  const checkout = await retry('the checkout', async () => {
    const checkout = (await sandbox.readCheckouts()).find((one: RestObject) =>
      body.uri.includes(one.id),
    );
    if (!checkout) throw new Error('no such checkout');
    return checkout;
  });
  await waitUntil('the deposit', async () => {
    const current = (await sandbox.readCheckouts()).find(
      (one: RestObject) => one.id === checkout.id,
    );
    if (current.status === 'open') await sandbox.payCheckout(checkout.id);
    return (await get(person, '/users/self')).balance >= 80;
  });
}
