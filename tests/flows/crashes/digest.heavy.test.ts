/** A day's digest when the product crashes before the digest is closed, and between closing and delivery to the mail server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { RestObject } from '../environment/loans.ts';
import { createPostedLoan } from '../environment/loans.ts';
import { startOneProcess } from '../environment/one-process.ts';
import { another } from '../journeys/digests.ts';

/** Longer than a digest stays open for more reminders, and longer than the first retry delays of a rejected mail. */
const closedMs = 4500;

test('a digest is one mail with all reminders when the product crashes before it is closed and before it is sent', {
  timeout: 300_000,
}, async (t) => {
  const environment = await startOneProcess();
  t.after(() => environment.stop());
  const { borrower, domain } = await createPostedLoan(environment);
  const second = await another(() => environment, borrower);
  const names = [domain.domain, second.name];
  await environment.sandbox.updateSettings({ faults: { smtp: { kind: 'refuse' } } });
  await environment.sandbox.advanceClock('46d');
  const reminders = async () => {
    const { notifications } = await borrower.get('/notifications');
    return notifications.filter((one: RestObject) => one.kind === 'DUE');
  };
  await waitFor('both in the list', async () => (await reminders()).length === 2);
  let crashes = 0;
  for (const afterMs of [0, closedMs, closedMs]) {
    await pause(afterMs);
    await environment.killProcess('product');
    crashes++;
    await environment.restartProcess('product');
  }
  await environment.sandbox.updateSettings({ faults: {} });
  const mailed = async () => {
    const mails = await environment.sandbox.readMails(borrower.email);
    return mails.filter(({ text }) => names.some((name) => text.includes(`${name} is due in`)));
  };
  await waitFor('the digest', async () => (await mailed()).length > 0, 120_000);
  await pause(2 * closedMs);
  const mails = await mailed();
  await borrower.login();
  console.log(
    `kill -9: product ${crashes}; reminders 2, listed ${(await reminders()).length}, mails ${mails.length}`,
  );
  assert.equal(mails.length, 1);
  assert.match(mails[0]?.subject ?? '', /^2 reminders for /);
  for (const name of names) assert.ok(mails[0]?.text.includes(`The loan on ${name} is due in`));
  assert.equal((await reminders()).length, 2);
});
