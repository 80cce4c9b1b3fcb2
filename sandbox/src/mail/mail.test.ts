/** The mail server, used with nodemailer as in the product. */

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { ok, until } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

const transport = (auth?: { user: string; pass: string }) =>
  createTransport({ host: sandbox.smtp.host, port: sandbox.smtp.port, auth, ignoreTLS: true });
const mailTo = (address: string) => ok(sandbox, 'GET', `/mail?to=${encodeURIComponent(address)}`);

test('a mail is listed for each recipient, newest first, with text and HTML', async () => {
  const post = transport();
  const from = 'Nameloan <no-reply@nameloan.test>';
  await post.sendMail({ from, to: 'ann@example.com', subject: 'First', text: 'One' });
  await post.sendMail({
    from,
    to: ['Ann@Example.com', 'bob@example.com'],
    subject: 'Zweite – ü',
    text: 'Grüße\nhttps://example.com/#token=abc',
    html: '<p>Grüße &amp; <b>Dank</b></p>',
    messageId: '<one@nameloan.test>',
  });
  const [second, first, ...more] = await mailTo('ann@example.com');
  assert.equal(more.length, 0);
  assert.equal(first.subject, 'First');
  assert.equal(second.subject, 'Zweite – ü');
  assert.equal(second.to, 'Ann@example.com');
  assert.match(second.text, /Grüße\n+https:\/\/example\.com\/#token=abc/);
  assert.equal(second.html.trim(), '<p>Grüße &amp; <b>Dank</b></p>');
  assert.equal(second.messageId, '<one@nameloan.test>');
  assert.ok(Math.abs(Date.parse(second.at) - Date.now()) < 5000);
  assert.equal((await mailTo('bob@example.com')).length, 1);
  assert.deepEqual(await mailTo('nobody@example.com'), []);
  post.close();
});

test('an image attached with a content id is shown in the HTML', async () => {
  const post = transport();
  await post.sendMail({
    ...{ from: 'a@nameloan.test', to: 'seal@example.com', subject: 'S', text: 'T' },
    html: '<img src="cid:seal@nameloan">',
    attachments: [{ cid: 'seal@nameloan', content: Buffer.from('PNG'), contentType: 'image/png' }],
  });
  const [mail] = await mailTo('seal@example.com');
  assert.equal(mail.html.trim(), '<img src="data:image/png;base64,UE5H">');
  post.close();
});

test('a mail sent twice is listed twice', async () => {
  const post = transport({ user: 'anyone', pass: 'anything' });
  const mail = {
    from: 'a@nameloan.test',
    to: 'twice@example.com',
    subject: 'S',
    text: 'T',
    messageId: '<same@x>',
  };
  await post.sendMail(mail);
  await post.sendMail(mail);
  const ids = (await mailTo('twice@example.com')).map(
    (each: { messageId: string }) => each.messageId,
  );
  assert.deepEqual(ids, ['<same@x>', '<same@x>']);
  post.close();
});

test('a mail over the limit is rejected, and a dropped connection leaves nothing', async () => {
  const post = transport();
  const big = {
    from: 'a@nameloan.test',
    to: 'big@example.com',
    text: 'x'.repeat(11 * 1024 * 1024),
  };
  await assert.rejects(post.sendMail(big), /552|size|too big/i);
  post.close();
  const socket = connect(sandbox.smtp.port, sandbox.smtp.host);
  socket.write(
    'HELO x\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<half@example.com>\r\nDATA\r\nSubject: half',
  );
  await until(() => socket.bytesRead > 0);
  socket.destroy();
  assert.deepEqual(await mailTo('half@example.com'), []);
  assert.deepEqual(await mailTo('big@example.com'), []);
});
