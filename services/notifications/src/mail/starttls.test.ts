/** Off loopback no mail goes in clear: a real mail server that offers no STARTTLS gets none, and they wait. */

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { asTest } from '@nameloan/service/testing/query-plans.ts';
import type { TestService } from '@nameloan/service/testing/test-service.ts';
import { startTestService } from '@nameloan/service/testing/test-service.ts';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { settings } from '../config.ts';
import { kit } from '../kit.ts';
import { notificationsService } from '../service.ts';
import { accountFacts } from '../testing/start-notifications.ts';
import { deliver } from './deliver.ts';

const stops: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** Leads to this machine and is not loopback, so the service must take it for another one. */
const elsewhere = '0.0.0.0';

/** Counts who came and what was handed over. */
async function startServer(options: SMTPServerOptions) {
  const seen = { connections: 0, commands: [] as string[] };
  const server = new SMTPServer({
    ...options,
    logger: false,
    authOptional: true,
    onConnect: (_session, done) => {
      seen.connections++;
      done();
    },
    onAuth: ({ username }, _session, done) => {
      seen.commands.push(`AUTH ${username}`);
      done(null, { user: username });
    },
    onMailFrom: ({ address }, _session, done) => {
      seen.commands.push(`MAIL ${address}`);
      done();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((ready) => server.listen(0, elsewhere, ready));
  stops.push(() => new Promise<void>((done) => server.close(() => done())));
  return { seen, port: (server.server.address() as AddressInfo).port };
}

/** A mail's job once the server was tried twice. */
async function waitingMail(service: TestService, seen: { connections: number }) {
  const account = accountFacts();
  const { accountId } = account;
  await service.deliver('identity.account.registered', account, {
    aggregateId: accountId,
    version: 1,
  });
  const domain = { domainId: 'd', accountId, name: 'example.com' };
  await service.deliver('domains.domain.proof-failed', {
    ...domain,
    reason: 'No record.',
    recordSeen: false,
  });
  const jobs = kit.store.connection.collection('jobs');
  const deadline = Date.now() + 60_000;
  for (;;) {
    const job = await jobs.findOne({ kind: 'mail-notification', lastError: { $ne: null } }, asTest);
    if (job && seen.connections >= 2) return job;
    if (Date.now() > deadline) throw new Error('the mail is not tried again');
    await new Promise((next) => setTimeout(next, 20));
  }
}

const servers: [name: string, options: SMTPServerOptions, fault: RegExp][] = [
  ['offers no STARTTLS', { disabledCommands: ['STARTTLS'] }, /STARTTLS|TLS/],
  ['shows a certificate that nobody vouches for', {}, /certificate/],
];

for (const [what, options, fault] of servers) {
  test(`a mail server that ${what} gets neither mail nor password, and the mail is tried again`, async () => {
    const { seen, port } = await startServer(options);
    const service = await startTestService(notificationsService, {
      SMTP_URL: `smtp://user:password@${elsewhere}:${port}`,
    });
    try {
      const job = await waitingMail(service, seen);
      assert.match(String(job.lastError), fault);
      assert.deepEqual(seen.commands, []);
    } finally {
      await service.stop();
    }
  });
}

test('a mail is not given up as refused where the server offers no STARTTLS', async () => {
  const { port } = await startServer({ disabledCommands: ['STARTTLS'] });
  const service = await startTestService(notificationsService, {
    SMTP_URL: `smtp://${elsewhere}:${port}`,
  });
  const job = { kind: 'mail-notification', key: 'one', attempt: 100 };
  const action = { label: 'See more', url: 'https://nameloan.example' };
  const letter = {
    subject: 'News',
    name: 'Ada',
    paragraphs: ['There is news.'],
    action,
    footer: '',
  };
  try {
    const sent = deliver(job, { name: 'Ada', email: 'ada@example.com' }, letter);
    await assert.rejects(sent, { code: 'ETLS' });
  } finally {
    await service.stop();
  }
});

test('no setting turns it off: a URL with a query is refused', () => {
  for (const query of ['?ignoreTLS=true', '?requireTLS=false', '#x'])
    assert.throws(() => settings.read({ SMTP_URL: `smtp://mail.example${query}` }), /SMTP_URL/);
});
