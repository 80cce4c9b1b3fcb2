/** Files that one side brings in a row are one notification and one mail; what comes later is told and mailed anew. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resetClock } from '@nameloan/service/clock.ts';
import type { TestNotifications } from '../testing/start-notifications.ts';
import {
  makeAcceptance,
  makeEscrow,
  makeTransition,
  startNotifications,
} from '../testing/start-notifications.ts';
import { mailNotification } from './mail-notification.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(async () => {
  resetClock();
  await service.stop();
});

type Escrow = ReturnType<typeof makeEscrow>;

async function disputedLoan(): Promise<Escrow> {
  const escrow = makeEscrow(await service.account(), await service.account());
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  return escrow;
}

const bring = (escrow: Escrow, by: 'BORROWER' | 'LENDER', note: string) => {
  const stays = { from: 'ESCALATED', to: 'ESCALATED' } as const;
  return service.deliver(
    'lending.escrow.moved',
    makeTransition(escrow, { move: 'ADD_EVIDENCE', by, ...stays, note }),
  );
};

const mailsTo = (accountId: string) =>
  service.mail.mails.filter(
    ({ rcpt, subject }) =>
      rcpt === `${accountId}@example.test` && subject?.startsWith('New evidence'),
  );

test('ten files in a row are one mail to the other side, which knows the newest; a later file is another', async () => {
  const escrow = await disputedLoan();
  const to = escrow.borrowerId;
  for (let file = 1; file <= 9; file++) await bring(escrow, 'LENDER', `file-${file}.pdf`);
  await service.settle();
  assert.equal(mailsTo(to).length, 0, 'it waits for the others');
  await bring(escrow, 'LENDER', 'file-10.pdf');
  await service.passDigestWait();
  assert.equal(mailsTo(to).length, 1);
  const [mail] = mailsTo(to);
  const list = await service.list(to);
  assert.deepEqual(
    list.map(({ body }) => body),
    [
      'The lender has added evidence to the dispute about the loan on example.com. Newest file: file-10.pdf.',
    ],
  );
  assert.ok(mail?.text?.includes(list[0]?.body ?? '-'));
  await bring(escrow, 'LENDER', 'late.pdf');
  await service.passDigestWait();
  assert.equal(mailsTo(to).length, 2);
  assert.equal((await service.list(to)).length, 2);
  assert.equal(mailsTo(escrow.lenderId).length, 0, 'nobody is mailed their own files');
});

test('the files of both sides are two mails, each to the other', async () => {
  const escrow = await disputedLoan();
  for (const by of ['BORROWER', 'LENDER'] as const)
    for (const name of ['one.pdf', 'two.pdf']) await bring(escrow, by, name);
  await service.passDigestWait();
  for (const to of [escrow.borrowerId, escrow.lenderId]) assert.equal(mailsTo(to).length, 1);
});

test('a mail of evidence that is sent again after a crash is the same mail, whatever came in between', async () => {
  const escrow = await disputedLoan();
  const to = escrow.borrowerId;
  await bring(escrow, 'LENDER', 'one.pdf');
  const [told] = await service.list(to);
  // Refused by the mail server: as if it died between fixing what it says and having it sent.
  service.mail.refuse(1, 451);
  const job = { kind: 'mail-notification', key: told?.id ?? '', dueAt: new Date(), attempt: 1 };
  const again = () => mailNotification({ ...job, data: { endsTopic: true } });
  await assert.rejects(again(), { responseCode: 451 });
  await bring(escrow, 'LENDER', 'two.pdf');
  await again();
  await service.passDigestWait();
  const mails = mailsTo(to);
  const ofFirst = mails.filter(({ messageId }) => messageId === `<${told?.id}@nameloan.test>`);
  assert.ok(ofFirst.length >= 1);
  for (const { text } of ofFirst) assert.match(text ?? '', /one\.pdf/);
  assert.equal(mails.length - ofFirst.length, 1, 'the second file has a mail of its own');
});
