/** Starts the notifications service beside a mail server for its tests. */

import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { EventData } from '@nameloan/contracts/events.ts';
import { clockOffsetMs, moveClock } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import type { TestService } from '@nameloan/service/testing/test-service.ts';
import { startTestService } from '@nameloan/service/testing/test-service.ts';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { notificationsService } from '../service.ts';

export interface Mail extends Email {
  /** Whom the envelope names. */
  rcpt: string;
}

export interface MailServer {
  url: string;
  mails: Mail[];
  /** An answer other than 250 for the next so many mails. */
  refuse(count: number, code: number): void;
  /** Waits until so many mails have come for the address. */
  mailsTo(address: string, count?: number): Promise<Mail[]>;
  close(): Promise<void>;
}

async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const waiting = new Set<() => void>();
  let refusals = { count: 0, code: 250 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refusals.count > 0) {
          refusals.count--;
          callback(Object.assign(new Error('not now'), { responseCode: refusals.code }));
          return;
        }
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        for (const { address } of session.envelope.rcptTo) mails.push({ ...mail, rcpt: address });
        callback();
        for (const check of waiting) check();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailsTo: MailServer['mailsTo'] = (address, count = 1) =>
    new Promise((resolve, reject) => {
      const found = () => mails.filter(({ rcpt }) => rcpt === address);
      const late = setTimeout(
        () => reject(new Error(`${found().length} of ${count} mails came to ${address}`)),
        60_000,
      );
      const check = () => {
        if (found().length < count) return;
        clearTimeout(late);
        waiting.delete(check);
        resolve(found());
      };
      waiting.add(check);
      check();
    });
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailsTo,
    refuse: (count, code) => {
      refusals = { count, code };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface TestNotifications extends TestService {
  mail: MailServer;
  /** Makes an account known, as identity would; resolves to its id. */
  account(more?: Partial<EventData<'identity.account.registered'>>): Promise<string>;
  /** What the account is told, newest first. */
  list(accountId: string, after?: string): Promise<Shown[]>;
  /** Lets the mails that wait for more of the same be sent. */
  passDigestWait(): Promise<void>;
}

export interface Shown {
  id: string;
  body: string;
  link: string;
  message: boolean;
  read: boolean;
  createdAt: string;
}

const listQuery = `query ($after: ID) {
  notifications(after: $after) { id body link message read createdAt }
}`;

/** No reminder of a test is late for its digest, however busy the machine; tests move the clock over it. */
const digestWaitMs = 10 * 60_000;

export async function startNotifications(): Promise<TestNotifications> {
  const mail = await startMailServer();
  const service = await startTestService(notificationsService, {
    SMTP_URL: mail.url,
    PUBLIC_URL: 'https://nameloan.test/',
    DIGEST_WAIT_MS: String(digestWaitMs),
    MAIL_FROM: 'Nameloan <notices@nameloan.test>',
  });
  return {
    ...service,
    mail,
    account: async (more = {}) => {
      const facts = accountFacts(more);
      await service.deliver('identity.account.registered', facts, {
        aggregateId: facts.accountId,
        version: 1,
      });
      return facts.accountId;
    },
    list: async (accountId, after) => {
      const answer = await service.as(accountId)(listQuery, { after: after ?? null });
      if (answer.code) throw new Error(answer.message);
      return answer.data.notifications;
    },
    passDigestWait: async () => {
      moveClock(clockOffsetMs() + digestWaitMs);
      await service.settle();
    },
    stop: async () => {
      await service.stop();
      await mail.close();
    },
  };
}

export function accountFacts(
  more: Partial<EventData<'identity.account.registered'>> = {},
): EventData<'identity.account.registered'> {
  const accountId = more.accountId ?? newId();
  return {
    accountId,
    name: 'Ann Example',
    email: `${accountId}@example.test`,
    operator: false,
    defaultContract: 0,
    legalAddress: null,
    ...more,
  };
}

export function escrowFacts(borrowerId: string, lenderId: string) {
  return {
    escrowId: newId(),
    domainId: newId(),
    domainName: 'example.com',
    borrowerId,
    lenderId,
  };
}

type Moved = EventData<'lending.escrow.moved'>;

/** A move with nothing noted. */
export function moved(
  escrow: ReturnType<typeof escrowFacts>,
  step: Pick<Moved, 'move' | 'by' | 'from' | 'to'> & Partial<Moved>,
): Moved {
  const dates = { dueAt: null, graceEndsAt: null, daysToDue: null };
  const standing = { payoffCents: null, receivedBy: null, collateralGone: false };
  return { ...escrow, note: null, ...standing, ...dates, ...step };
}

export function offerFacts(borrowerId: string, lenderId: string) {
  return {
    offerId: newId(),
    listingId: newId(),
    domainId: newId(),
    domainName: 'example.com',
    borrowerId,
    lenderId,
    amountCents: 500_000,
    termDays: 90,
    rateBps: 1250,
  };
}

/** The fact that begins a loan; the others about it build on it. */
export function acceptance(
  escrow: ReturnType<typeof escrowFacts>,
): EventData<'lending.offer.accepted'> {
  const { escrowId, domainId, domainName, borrowerId, lenderId } = escrow;
  const dueBy = '2027-03-01T00:00:00.000Z';
  return { ...offerFacts(borrowerId, lenderId), domainId, domainName, escrowId, dueBy };
}

export function randomSecret(): string {
  return randomBytes(12).toString('base64url');
}
