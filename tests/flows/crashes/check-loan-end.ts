/** Checks ended loans after crashes and faults: nothing is lost, nothing happened twice. */

import assert from 'node:assert/strict';
import type { Person } from '@nameloan/driver/person';
import type { TestEnvironment } from '../environment/test-environment.ts';
import type { LoanDriver, RestObject, Variety } from './loan-driver.ts';
import { get, post, retry, waitUntil } from './retry-call.ts';
import type { Scenario } from './scenarios/scenario.ts';

export interface Plan {
  name: string;
  scenario: Scenario;
  variety: Variety;
}

/** Waits until the domain and the fees match the loan's end; returns what is duplicated or missing. */
export async function findLoanErrors(
  loan: LoanDriver,
  { name: scenarioName, scenario, variety }: Plan,
): Promise<string[]> {
  const inCustody = variety.custodyFirst || !scenario.domainNotTransferred;
  const holder =
    scenario.holder === 'borrower' && !inCustody ? 'borrower, outside' : scenario.holder;
  const name = `loan ${loan.number} (${scenarioName})`;
  await waitUntil(`${name}: domain with ${holder}`, async () => (await holderOf(loan)) === holder);
  const fees = inCustody ? 1 : 0;
  await waitUntil(`${name}: fees ${fees}`, async () => {
    const found = await feesOf(loan);
    if (found.length === fees && found.every((one) => one.status === 'DONE')) return true;
    throw new Error(`the transfer fees are ${JSON.stringify(found)}`);
  });
  if (scenario.holder !== 'none') {
    const { registrar } = await retry('the registry', () =>
      loan.environment.sandbox.readRegistration(loan.name),
    );
    assert.equal(registrar === 'Nameloan', inCustody, name);
  }
  const escrow = await loan.escrow();
  const { escrows } = (await post(loan.borrower, '/escrow/borrower', { limit: 100 })).body;
  const history = await get(loan.borrower, `/escrow/${loan.escrowId}/history`);
  const duplicates = [
    ...(await findRepeatedNotifications(loan, scenario, history)),
    ...findHistoryGaps(history),
    ...findRepeatedReminders(history),
  ];
  return [
    ...(escrow.status === scenario.status ? [] : [`ended ${escrow.status}`]),
    ...(escrows.length === (scenario.escrows ?? 1) ? [] : [`${escrows.length} escrows`]),
    ...duplicates,
  ].map((error) => `${name}: ${error}`);
}

/** This reminder has the same text every day. A service that was down on one day sends it on the next. */
const reminder = /^The lender says .* was sent\. Confirm it/;
const remindersIn = (history: RestObject[]) =>
  history.filter(({ action }) => action === 'REMIND_RECEIPT');

/** A loan reminds at most once a day. */
function findRepeatedReminders(history: RestObject[]): string[] {
  const days = remindersIn(history).map(({ at }) => at.slice(0, 10));
  return new Set(days).size === days.length ? [] : [`reminded on ${days.join(', ')}`];
}

/** The same notification twice on one day is an event that happened twice; a reminder may repeat as often as the loan's history says. */
async function findRepeatedNotifications(
  loan: LoanDriver,
  { twice }: Scenario,
  history: RestObject[],
): Promise<string[]> {
  // The notification that the lender has paid has the same text and comes first.
  const reminders = 1 + remindersIn(history).length;
  const found: string[] = [];
  for (const person of [loan.borrower, loan.lender]) {
    const { notifications } = await get(person, '/notifications');
    const dated = notifications.map(
      (one: RestObject) => `${one.created_at.slice(0, 10)} ${one.body}`,
    );
    const same = (text: string, other: string) =>
      reminder.test(text.slice(11)) ? other.slice(11) === text.slice(11) : other === text;
    const count = (text: string) => dated.filter((other: string) => same(text, other)).length;
    const deposits = await countFailed(person, 'Deposit');
    const transfers = await countFailed(loan.borrower, 'Transfer fee');
    const maxCount = (text: string) => {
      if (reminder.test(text.slice(11))) return reminders;
      if (/^Your deposit .* failed/.test(text.slice(11))) return deposits;
      const usual = twice?.test(text.slice(11)) ? 2 : 1;
      return / into custody failed/.test(text) ? Math.max(usual, transfers) : usual;
    };
    found.push(...new Set<string>(dated.filter((text: string) => count(text) > maxCount(text))));
  }
  return found.map((text) => `notified twice: ${text}`);
}

/** A person who retries a payment or transfer after an outage is notified of each attempt. */
async function countFailed(person: Person, type: string): Promise<number> {
  const { transactions } = await get(person, '/transactions?limit=100');
  return transactions.filter((one: RestObject) => one.type === type && one.status === 'FAILED')
    .length;
}

/** Each transition of a history starts from the status where the previous one ended. */
function findHistoryGaps(history: RestObject[]): string[] {
  const transitions = history.filter((one) => one.to !== null);
  return transitions.flatMap((one, index) => {
    const before = transitions[index - 1];
    const fits = before === undefined ? one.from === null : one.from === before.to;
    return fits ? [] : [`history: ${before?.to} then ${one.from} → ${one.to} (${one.action})`];
  });
}

async function feesOf(loan: LoanDriver): Promise<RestObject[]> {
  const { transactions } = await get(loan.borrower, '/transactions?limit=100');
  return transactions.filter(
    (one: RestObject) => one.type === 'Transfer fee' && one.status !== 'FAILED',
  );
}

/** Which party has the domain now, and whether outside custody. */
async function holderOf({ borrower, lender, name }: LoanDriver): Promise<string> {
  const statusWith = async (person: LoanDriver['borrower']) =>
    (await get(person, '/domains?limit=100')).domains.find((one: RestObject) => one.domain === name)
      ?.status;
  const [ofBorrower, ofLender] = [await statusWith(borrower), await statusWith(lender)];
  if (ofBorrower && ofLender) return 'both';
  if (ofLender) return ofLender === 'CUSTODY_PAID' ? 'lender' : `lender, ${ofLender}`;
  if (!ofBorrower) return 'none';
  if (ofBorrower === 'CUSTODY_PAID') return 'borrower';
  return ofBorrower.startsWith('EXTERNAL') ? 'borrower, outside' : `borrower, ${ofBorrower}`;
}

/**
 * Waits until each notification of this person has been mailed exactly once: a mail that the server may already have
 * accepted is sent again with the same Message-ID, so mailboxes deduplicate it. Resolves to the number of mails.
 */
export async function checkMailedOnce(
  environment: TestEnvironment,
  person: Person,
): Promise<number> {
  let count = 0;
  await waitUntil(`the mails to ${person.email}`, async () => {
    const { notifications } = await get(person, '/notifications');
    const mails: RestObject[] = await environment.sandbox.readMails(person.email);
    const ids = (body: string) =>
      new Set(mails.filter(({ text }) => text.includes(body)).map(({ messageId }) => messageId));
    for (const { body } of notifications) {
      const due = notifications.filter((one: RestObject) => one.body === body).length;
      const mailed = ids(body).size;
      assert.ok(mailed <= due, `${person.email}: mailed ${mailed} times for ${due}: ${body}`);
      if (mailed < due) return false;
    }
    count = new Set(mails.map(({ messageId }) => messageId)).size;
    return count > 0;
  });
  return count;
}
