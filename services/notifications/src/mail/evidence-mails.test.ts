/** Evidence that a party adds in a row is one notification and one mail; later files get new ones. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
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

let version = 1;
const addEvidence = (escrow: Escrow, by: 'BORROWER' | 'LENDER', name: string) => {
  const stays = { from: 'ESCALATED', to: 'ESCALATED' } as const;
  const transition = makeTransition(escrow, { move: 'ADD_EVIDENCE', by, ...stays });
  return service.deliverTransition(transition, name, ++version);
};

const mailsTo = (accountId: string) =>
  service.mail.mails.filter(
    ({ rcpt, subject }) =>
      rcpt === `${accountId}@example.test` && subject?.startsWith('New evidence'),
  );

test('ten files in a row are one mail to the other party that names the newest; a later file is another mail', async () => {
  const escrow = await disputedLoan();
  const to = escrow.borrowerId;
  for (let file = 1; file <= 9; file++) await addEvidence(escrow, 'LENDER', `file-${file}.pdf`);
  await service.settle();
  assert.equal(mailsTo(to).length, 0, 'the mail is delayed');
  await addEvidence(escrow, 'LENDER', 'file-10.pdf');
  await service.passDigestWait();
  assert.equal(mailsTo(to).length, 1);
  const [mail] = mailsTo(to);
  const list = await service.list(to);
  assert.deepEqual(
    list.map(({ body }) => body),
    [
      'The lender added evidence to the dispute over the loan on example.com. Newest file: file-10.pdf.',
    ],
  );
  assert.ok(mail?.text?.includes(list[0]?.body ?? '-'));
  await addEvidence(escrow, 'LENDER', 'late.pdf');
  await service.passDigestWait();
  assert.equal(mailsTo(to).length, 2);
  assert.equal((await service.list(to)).length, 2);
  assert.equal(mailsTo(escrow.lenderId).length, 0, 'no mail about one’s own files');
});

test('files of both parties are two mails, each to the other party', async () => {
  const escrow = await disputedLoan();
  for (const by of ['BORROWER', 'LENDER'] as const)
    for (const name of ['one.pdf', 'two.pdf']) await addEvidence(escrow, by, name);
  await service.passDigestWait();
  for (const to of [escrow.borrowerId, escrow.lenderId]) assert.equal(mailsTo(to).length, 1);
});

test('an evidence mail that is resent after a crash is the same mail, even if a file was added in between', async () => {
  const escrow = await disputedLoan();
  const to = escrow.borrowerId;
  await addEvidence(escrow, 'LENDER', 'one.pdf');
  const [first] = await service.list(to);
  // The acceptance is mailed too.
  await service.settle();
  // The rejection simulates a crash after ending the topic and before sending the mail.
  service.mail.rejectNext(1, 451);
  const job = { kind: 'mail-notification', key: first?.id ?? '', dueAt: new Date(), attempt: 1 };
  const send = () => mailNotification({ ...job, data: { endsTopic: true } });
  await assert.rejects(send(), { responseCode: 451 });
  await addEvidence(escrow, 'LENDER', 'two.pdf');
  await send();
  await service.passDigestWait();
  const mails = mailsTo(to);
  const ofFirst = mails.filter(({ messageId }) => messageId === `<${first?.id}@nameloan.test>`);
  assert.ok(ofFirst.length >= 1);
  for (const { text } of ofFirst) assert.match(text ?? '', /one\.pdf/);
  assert.equal(mails.length - ofFirst.length, 1, 'the second file has its own mail');
});
