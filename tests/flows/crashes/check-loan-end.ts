/** What must be true of loans that have ended, whatever died or failed meanwhile: nothing lost, nothing twice. */

import assert from 'node:assert/strict';
import type { Person } from '../../../scripts/demo/person.ts';
import type { World } from '../world/world.ts';
import type { Found, LiveLoan, Variety } from './loan-driver.ts';
import { get, insist, post, until } from './retry-call.ts';
import type { Branch } from './scenarios/scenario.ts';

export interface Plan {
  way: string;
  branch: Branch;
  variety: Variety;
}

/** Waits until the loan's outside agrees with its end; answers what there is twice or not at all. */
export async function faultsOf(loan: LiveLoan, { way, branch, variety }: Plan): Promise<string[]> {
  const here = variety.custodyFirst || !branch.domainStays;
  const holder = branch.holder === 'borrower' && !here ? 'borrower, outside' : branch.holder;
  const name = `loan ${loan.number} (${way})`;
  await until(`${name}: domain with ${holder}`, async () => (await holderOf(loan)) === holder);
  const fees = here ? 1 : 0;
  await until(`${name}: fees ${fees}`, async () => {
    const found = await feesOf(loan);
    return found.length === fees && found.every((one) => one.status === 'DONE');
  });
  if (branch.holder !== 'nobody') {
    const { registrar } = await insist('the registry', () =>
      loan.world.outside.registered(loan.name),
    );
    assert.equal(registrar === 'Nameloan', here, name);
  }
  const escrow = await loan.escrow();
  const { escrows } = (await post(loan.borrower, '/escrow/borrower', { limit: 100 })).body;
  const history = await get(loan.borrower, `/escrow/${loan.escrowId}/history`);
  const doubled = [
    ...(await repeatedWords(loan, branch, history)),
    ...brokenHistory(history),
    ...repeatedReminders(history),
  ];
  return [
    ...(escrow.status === branch.status ? [] : [`ended ${escrow.status}`]),
    ...(escrows.length === 1 ? [] : [`${escrows.length} escrows`]),
    ...doubled,
  ].map((fault) => `${name}: ${fault}`);
}

/** In the same words on each of its days. What was down on one of them tells of it on the next. */
const reminder = /^The lender says .* was sent\. Confirm it/;
const remindersIn = (history: Found[]) =>
  history.filter(({ action }) => action === 'REMIND_RECEIPT');

/** A loan reminds once a day at the most. */
function repeatedReminders(history: Found[]): string[] {
  const days = remindersIn(history).map(({ at }) => at.slice(0, 10));
  return new Set(days).size === days.length ? [] : [`reminded on ${days.join(', ')}`];
}

/** The same sentence twice on one day is a thing that happened twice; a reminder, where the loan did not remind as often. */
async function repeatedWords(
  loan: LiveLoan,
  { twice }: Branch,
  history: Found[],
): Promise<string[]> {
  // The word that the lender has paid is the first of them.
  const reminders = 1 + remindersIn(history).length;
  const found: string[] = [];
  for (const person of [loan.borrower, loan.lender]) {
    const { notifications } = await get(person, '/notifications');
    const said = notifications.map((one: Found) => `${one.created_at.slice(0, 10)} ${one.body}`);
    const same = (text: string, other: string) =>
      reminder.test(text.slice(11)) ? other.slice(11) === text.slice(11) : other === text;
    const count = (text: string) => said.filter((other: string) => same(text, other)).length;
    const deposits = await failed(person, 'Deposit');
    const transfers = await failed(loan.borrower, 'Transfer fee');
    const most = (text: string) => {
      if (reminder.test(text.slice(11))) return reminders;
      if (/^Your deposit .* failed/.test(text.slice(11))) return deposits;
      const usual = twice?.test(text.slice(11)) ? 2 : 1;
      return / into custody failed/.test(text) ? Math.max(usual, transfers) : usual;
    };
    found.push(...new Set<string>(said.filter((text: string) => count(text) > most(text))));
  }
  return found.map((text) => `told twice: ${text}`);
}

/** Who pays or transfers again after a party could not be reached is told of each try. */
async function failed(person: Person, type: string): Promise<number> {
  const { transactions } = await get(person, '/transactions?limit=100');
  return transactions.filter((one: Found) => one.type === type && one.status === 'FAILED').length;
}

/** Each line of a history starts where the one before it ended. */
function brokenHistory(history: Found[]): string[] {
  const moves = history.filter((one) => one.to !== null);
  return moves.flatMap((one, place) => {
    const before = moves[place - 1];
    const fits = before === undefined ? one.from === null : one.from === before.to;
    return fits ? [] : [`history: ${before?.to} then ${one.from} → ${one.to} (${one.action})`];
  });
}

async function feesOf(loan: LiveLoan): Promise<Found[]> {
  const { transactions } = await get(loan.borrower, '/transactions?limit=100');
  return transactions.filter(
    (one: Found) => one.type === 'Transfer fee' && one.status !== 'FAILED',
  );
}

/** Who has the domain now. */
async function holderOf({ borrower, lender, name }: LiveLoan): Promise<string> {
  const statusWith = async (person: LiveLoan['borrower']) =>
    (await get(person, '/domains?limit=100')).domains.find((one: Found) => one.domain === name)
      ?.status;
  const [ofBorrower, ofLender] = [await statusWith(borrower), await statusWith(lender)];
  if (ofBorrower && ofLender) return 'both';
  if (ofLender) return ofLender === 'CUSTODY_PAID' ? 'lender' : `lender, ${ofLender}`;
  if (!ofBorrower) return 'nobody';
  if (ofBorrower === 'CUSTODY_PAID') return 'borrower';
  return ofBorrower.startsWith('EXTERNAL') ? 'borrower, outside' : `borrower, ${ofBorrower}`;
}

/**
 * Waits until each notification of this person has been mailed, once: a mail that the server may have taken comes
 * again with the same Message-ID, by which a mailbox knows it. Resolves to how many mails there were.
 */
export async function mailedOnce(world: World, person: Person): Promise<number> {
  let count = 0;
  await until(`the mails to ${person.email}`, async () => {
    const { notifications } = await get(person, '/notifications');
    const mails: Found[] = await world.outside.mail(person.email);
    const ids = (body: string) =>
      new Set(mails.filter(({ text }) => text.includes(body)).map(({ messageId }) => messageId));
    for (const { body } of notifications) {
      const due = notifications.filter((one: Found) => one.body === body).length;
      const came = ids(body).size;
      assert.ok(came <= due, `${person.email}: mailed ${came} times for ${due}: ${body}`);
      if (came < due) return false;
    }
    count = new Set(mails.map(({ messageId }) => messageId)).size;
    return count > 0;
  });
  return count;
}
