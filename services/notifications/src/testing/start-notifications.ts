/** Starts the notifications service with an SMTP server for tests. */

import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { EventData } from '@nameloan/contracts/events';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import { clockOffsetMs, moveClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { notificationsService } from '../service.ts';

export interface Mail extends Email {
  /** Envelope recipient. */
  rcpt: string;
}

export interface MailServer {
  url: string;
  mails: Mail[];
  /** Rejects the next `count` mails with this code. */
  rejectNext(count: number, code: number): void;
  /** Waits until `count` mails have arrived for the address. */
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
          callback(
            Object.assign(new Error('rejected by the test'), { responseCode: refusals.code }),
          );
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
    rejectNext: (count, code) => {
      refusals = { count, code };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface TestNotifications extends TestService {
  mail: MailServer;
  /** Delivers a registered account; resolves to its id. */
  account(more?: Partial<AccountData>): Promise<string>;
  /** Delivers the event of an account version, and has identity answer with it. */
  deliverAccount(account: AccountData, version: number): Promise<void>;
  /** The replies of identity, by account id; without one it answers NOT_FOUND. */
  accounts: Map<string, ReplyPayload<'identity.account'> | 'UNAVAILABLE'>;
  /** Delivers a transition whose note lending returns on request. */
  deliverTransition(data: TransitionData, note: string, version?: number): Promise<void>;
  /** The account's notifications, newest first. */
  list(accountId: string, after?: string): Promise<ListedNotification[]>;
  /** Sends the delayed mails. */
  passDigestWait(): Promise<void>;
}

export interface ListedNotification {
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

/** Long enough that no reminder misses its digest on a busy machine; tests move the clock past it. */
const digestWaitMs = 10 * 60_000;

export async function startNotifications(
  more: Record<string, string> = {},
): Promise<TestNotifications> {
  const mail = await startMailServer();
  const service = await startTestService(notificationsService, {
    SMTP_URL: mail.url,
    PUBLIC_URL: 'https://nameloan.test/',
    DIGEST_WAIT_MS: String(digestWaitMs),
    // Off, except in the tests of joined mails.
    MAIL_JOIN_MS: '1',
    ...more,
    MAIL_FROM: 'Nameloan <notices@nameloan.test>',
  });
  const accounts = await answerAccounts(service);
  const deliverAccount: TestNotifications['deliverAccount'] = async (account, version) => {
    accounts.set(account.accountId, { ...account, version });
    await deliverAccountEvent(service, account, version);
  };
  return {
    ...service,
    mail,
    accounts,
    deliverAccount,
    deliverTransition: await answerNotes(service),
    account: async (more = {}) => {
      const account = makeAccount(more);
      await deliverAccount(account, 1);
      return account.accountId;
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

/** Has identity answer from a map. */
export async function answerAccounts({ bus }: TestService): Promise<TestNotifications['accounts']> {
  const accounts: TestNotifications['accounts'] = new Map();
  await bus.handleRequests('identity.account', async (payload) => {
    const data = accounts.get((payload as { accountId: string }).accountId);
    if (data && data !== 'UNAVAILABLE') return { ok: true, data };
    return { ok: false, code: data ?? 'NOT_FOUND', message: 'There is no such account.' };
  });
  return accounts;
}

export function deliverAccountEvent(
  service: TestService,
  { accountId, operator }: AccountData,
  version: number,
): Promise<void> {
  const subject = version === 1 ? 'identity.account.registered' : 'identity.account.changed';
  return service.deliver(subject, { accountId, operator }, { aggregateId: accountId, version });
}

async function answerNotes(service: TestService): Promise<TestNotifications['deliverTransition']> {
  const notes = new Map<string, string>();
  await service.bus.handleRequests('lending.transition-note', async (payload) => {
    const { escrowId, version } = payload as { escrowId: string; version: number };
    return { ok: true, data: { note: notes.get(`${escrowId} ${version}`) ?? null } };
  });
  return (data, note, version = 1) => {
    const { escrowId } = data;
    notes.set(`${escrowId} ${version}`, note);
    const about = { aggregateId: escrowId, version };
    return service.deliver('lending.escrow.moved', { ...data, hasNote: true }, about);
  };
}

type AccountData = Omit<ReplyPayload<'identity.account'>, 'version'>;

export function makeAccount(more: Partial<AccountData> = {}): AccountData {
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

export function makeEscrow(borrowerId: string, lenderId: string) {
  return {
    escrowId: newId(),
    domainId: newId(),
    domainName: 'example.com',
    borrowerId,
    lenderId,
  };
}

type TransitionData = EventData<'lending.escrow.moved'>;

/** A transition event without a note. */
export function makeTransition(
  escrow: ReturnType<typeof makeEscrow>,
  step: Pick<TransitionData, 'move' | 'by' | 'from' | 'to'> & Partial<TransitionData>,
): TransitionData {
  const dates = { dueAt: null, graceEndsAt: null, daysToDue: null };
  const state = {
    payoffCents: null,
    instalment: null,
    receivedBy: null,
    collateralGone: false,
    claimBlocks: true,
  };
  const outcome = { maySeize: false, evidenceComplete: false };
  return { ...escrow, hasNote: false, ...state, ...outcome, ...dates, ...step };
}

export function makeOffer(borrowerId: string, lenderId: string) {
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

/** The event that starts a loan. */
export function makeAcceptance(
  escrow: ReturnType<typeof makeEscrow>,
): EventData<'lending.offer.accepted'> {
  const { escrowId, domainId, domainName, borrowerId, lenderId } = escrow;
  const dueBy = '2027-03-01T00:00:00.000Z';
  return { ...makeOffer(borrowerId, lenderId), domainId, domainName, escrowId, dueBy };
}

export function randomSecret(): string {
  return randomBytes(12).toString('base64url');
}
