/** The limit of the mailbox. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBusinessClock } from '../clock/business-clock.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { Store } from '../store.ts';
import { listMails, storeMail } from './mailbox.ts';

test('the newest thousand mails are kept', () => {
  const store = new Store();
  const context = { store, clock: openBusinessClock(store) } as SandboxContext;
  const mail = { from: 'a@b.test', text: '', html: '', messageId: null };
  for (let n = 1; n <= 1003; n += 1)
    storeMail(context, { ...mail, subject: `mail ${n}` }, ['ann@example.com']);
  storeMail(context, { ...mail, subject: 'to two' }, ['ann@example.com', 'bob@example.com']);
  const subjects = listMails(context, null).map((each) => each.subject);
  assert.equal(subjects.length, 1000);
  assert.equal(subjects[0], 'to two');
  assert.equal(subjects.at(-1), 'mail 6');
});
