/** Outside loopback no mail is sent in clear text: a server without STARTTLS gets none, and the mails are retried. */

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { asTest } from '@nameloan/testkit/database/query-plans';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { settings } from '../config.ts';
import { notificationsService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import {
  answerAccounts,
  deliverAccountEvent,
  makeAccount,
} from '../testing/start-notifications.ts';
import { deliverMail } from './deliver-mail.ts';

const stops: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** Reaches this machine but is not a loopback address. */
const remoteHost = '0.0.0.0';

/** SMTP server that records connections and commands. */
async function startServer(options: SMTPServerOptions) {
  const log = { connections: 0, commands: [] as string[] };
  const server = new SMTPServer({
    ...options,
    logger: false,
    authOptional: true,
    onConnect: (_session, done) => {
      log.connections++;
      done();
    },
    onAuth: ({ username }, _session, done) => {
      log.commands.push(`AUTH ${username}`);
      done(null, { user: username });
    },
    onMailFrom: ({ address }, _session, done) => {
      log.commands.push(`MAIL ${address}`);
      done();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((ready) => server.listen(0, remoteHost, ready));
  stops.push(() => new Promise<void>((done) => server.close(() => done())));
  return { log, port: (server.server.address() as AddressInfo).port };
}

/** The mail's job after two delivery attempts. */
async function waitForRetry(service: TestService, log: { connections: number }) {
  const account = makeAccount();
  const { accountId } = account;
  (await answerAccounts(service)).set(accountId, { ...account, version: 1 });
  await deliverAccountEvent(service, account, 1);
  const domain = { domainId: 'd', accountId, name: 'example.com' };
  await service.deliver('domains.domain.proof-failed', {
    ...domain,
    ...{ recordSeen: false, findings: [], obstacle: null, formerText: null },
  });
  const jobs = serviceContext.store.connection.collection('jobs');
  const deadline = Date.now() + 60_000;
  for (;;) {
    const job = await jobs.findOne({ kind: 'mail-notification', lastError: { $ne: null } }, asTest);
    if (job && log.connections >= 2) return job;
    if (Date.now() > deadline) throw new Error('the mail is not retried');
    await new Promise((next) => setTimeout(next, 20));
  }
}

const servers: [name: string, options: SMTPServerOptions, error: RegExp][] = [
  ['offers no STARTTLS', { disabledCommands: ['STARTTLS'] }, /STARTTLS|TLS/],
  ['has an untrusted certificate', {}, /certificate/],
];

for (const [what, options, error] of servers) {
  test(`a mail server that ${what} gets neither mail nor password, and the mail is retried`, async () => {
    const { log, port } = await startServer(options);
    const service = await startTestService(notificationsService, {
      SMTP_URL: `smtp://user:password@${remoteHost}:${port}`,
    });
    try {
      const job = await waitForRetry(service, log);
      assert.match(String(job.lastError), error);
      assert.deepEqual(log.commands, []);
    } finally {
      await service.stop();
    }
  });
}

test('a missing STARTTLS does not count as a permanent rejection', async () => {
  const { port } = await startServer({ disabledCommands: ['STARTTLS'] });
  const service = await startTestService(notificationsService, {
    SMTP_URL: `smtp://${remoteHost}:${port}`,
  });
  const job = { kind: 'mail-notification', key: 'one', attempt: 100 };
  const action = { label: 'Open the loan', url: 'https://nameloan.example' };
  const letter = {
    subject: 'News',
    name: 'Ada',
    paragraphs: ['There is news.'],
    action,
  };
  try {
    const sent = deliverMail(job, { name: 'Ada', email: 'ada@example.com' }, letter);
    await assert.rejects(sent, { code: 'ETLS' });
  } finally {
    await service.stop();
  }
});

test('no setting turns TLS off: a URL with a query is rejected', () => {
  for (const query of ['?ignoreTLS=true', '?requireTLS=false', '#x'])
    assert.throws(() => settings.read({ SMTP_URL: `smtp://mail.example${query}` }), /SMTP_URL/);
});
