/** Every mail that the product sends, as an SMTP server receives it: for pictures and for tests of their rendering. */

import type { EventData, Subject } from '@nameloan/contracts/events';
import { resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { serviceContext } from '../service-context.ts';
import { endMailWindows } from './end-mail-windows.ts';
import { eventExamples } from './event-examples.ts';
import { moneyExamples } from './money-examples.ts';
import type { Mail, TestNotifications } from './start-notifications.ts';
import {
  makeAcceptance,
  makeAccount,
  makeOffer,
  startNotifications,
} from './start-notifications.ts';
import { cases, makeCase } from './transition-cases.ts';

export interface CollectedMail {
  /** The event or transition that it is about; several mails share one. */
  name: string;
  mail: Mail;
}

const names: Record<string, string> = {
  bo: 'Mara Lindqvist',
  le: 'Theo Vance',
  op: 'Operator',
};
const client = { ip: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const until = '2099-11-28T10:05:00.000Z';
const domainName = 'harborline.com';

/** Starts the service, delivers an example of everything that is mailed, and stops it. */
export async function collectMails(): Promise<CollectedMail[]> {
  const service = await startNotifications({ MAIL_JOIN_MS: String(10 * 60_000) });
  const collected: CollectedMail[] = [];
  const collect = async (name: string, deliver: () => Promise<void>) => {
    const from = service.mail.mails.length;
    await deliver();
    await service.settle();
    await service.passDigestWait();
    for (const mail of service.mail.mails.slice(from)) collected.push({ name, mail });
  };
  try {
    await service.deliverAccount(
      makeAccount({ accountId: 'op', name: names.op ?? '', operator: true }),
      1,
    );
    await collectEvents(service, collect);
    await collectTransitions(service, collect);
    await collectLinks(service, collect);
    await collectDigests(service, collect);
    await collectJoined(service, collect);
    return collected;
  } finally {
    resetClock();
    await service.stop();
  }
}

type Collect = (name: string, deliver: () => Promise<void>) => Promise<void>;

let scenes = 0;

/** Fresh accounts and ids for each example, so that no event settles what another one asks for. */
async function freshScene(service: TestNotifications): Promise<<T>(data: T) => T> {
  const number = ++scenes;
  const rename = <T>(data: T): T => {
    const text = JSON.stringify(data)
      .replaceAll(/"(bo|le|e1|d1|o1|l1|t1|m1)"/g, `"$1-${number}"`)
      .replaceAll('example.com', domainName);
    return JSON.parse(text);
  };
  for (const id of ['bo', 'le'] as const)
    await service.deliverAccount(
      makeAccount({ accountId: `${id}-${number}`, name: names[id] ?? '' }),
      1,
    );
  const parties = { borrowerId: `bo-${number}`, lenderId: `le-${number}` };
  const escrow = { escrowId: `e1-${number}`, domainId: `d1-${number}`, domainName, ...parties };
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  await service.settle();
  return rename;
}

async function collectEvents(service: TestNotifications, collect: Collect): Promise<void> {
  for (const [subject, [data]] of Object.entries({ ...eventExamples, ...moneyExamples })) {
    if (subject === 'lending.offer.accepted') continue;
    const rename = await freshScene(service);
    await collect(subject, () =>
      service.deliver(subject as Subject, withSecrets(subject, rename(data)) as never),
    );
  }
  const rename = await freshScene(service);
  const subject = 'identity.account.security-changed';
  const sealedClient = serviceContext.encrypt(JSON.stringify(client), subject);
  const change = { change: 'PASSWORD_CHANGED', at: '2026-11-21T23:30:00.000Z' } as const;
  await collect(subject, () =>
    service.deliver(
      subject,
      rename({
        accountId: 'bo',
        ...change,
        sealedClient,
        formerClient: null,
        recoveryCodesLeft: null,
      }),
    ),
  );
  await collect('lending.offer.accepted', async () => {
    await freshScene(service);
  });
}

/** Secrets in examples are not encrypted. */
function withSecrets(subject: string, data: object): object {
  const seal = (text: string) => serviceContext.encrypt(text, subject);
  if ('sealedAuthCode' in data) return { ...data, sealedAuthCode: seal('Kx7-Transfer-91') };
  if ('sealedStopToken' in data)
    return { ...data, startsAt: until, sealedStopToken: seal('token') };
  return data;
}

async function collectTransitions(service: TestNotifications, collect: Collect): Promise<void> {
  for (const [move, by, statuses] of cases) {
    const rename = await freshScene(service);
    const data = rename(makeCase({ move, by, statuses }, true));
    await collect(move, () =>
      service.deliverTransition(
        data,
        'Sent by bank transfer on November 20, reference NL-2048.',
        2,
      ),
    );
  }
}

type LinkKind = EventData<'identity.link.requested'>['kind'];

async function collectLinks(service: TestNotifications, collect: Collect): Promise<void> {
  const rename = await freshScene(service);
  const accountId = rename('bo');
  const email = 'mara@harborline.com';
  for (const subject of ['identity.reset.requested', 'identity.verification.requested'] as const)
    await collect(subject, () =>
      service.deliver(subject, {
        accountId,
        sealedToken: serviceContext.encrypt('token', subject),
        expiresAt: until,
      }),
    );
  const payee = { kind: 'IBAN', holder: names.bo, masked: 'DE •••• 3001', effectiveAt: until };
  const links: Record<LinkKind, object> = {
    CONFIRM_EMAIL: {},
    STOP_EMAIL_CHANGE: { newEmail: 'mara@example.org' },
    STOP_LOGIN: { client },
    STOP_PAYEE_CHANGE: { payee: { ...payee, formerMasked: 'DE •••• 3000' } },
  };
  const subject = 'identity.link.requested';
  for (const [kind, more] of Object.entries(links) as [LinkKind, object][]) {
    const link = JSON.stringify({ token: 'token', email, ...more });
    const sealedLink = serviceContext.encrypt(link, subject);
    await collect(kind, () =>
      service.deliver(subject, { accountId, kind, sealedLink, expiresAt: until }),
    );
  }
}

async function collectDigests(service: TestNotifications, collect: Collect): Promise<void> {
  const accountId = newId();
  await service.deliverAccount(makeAccount({ accountId, name: names.bo ?? '' }), 1);
  const statuses = 'LOAN_POSTED';
  const reminder = makeCase({ move: 'REMIND_DUE', by: 'SYSTEM', statuses });
  await collect('reminders of a day', async () => {
    for (const name of ['harborline.com', 'quietmeadow.org', 'sail.net']) {
      const lenderId = 'le-1';
      const escrow = { escrowId: newId(), domainId: newId(), domainName: name, lenderId };
      const about = { ...escrow, borrowerId: accountId };
      await service.deliver('lending.offer.accepted', makeAcceptance(about));
      await service.deliver('lending.escrow.moved', { ...reminder, ...about, daysToDue: 7 });
    }
  });
}

async function collectJoined(service: TestNotifications, collect: Collect): Promise<void> {
  const borrowerId = await service.account({ name: names.bo ?? '' });
  const listing = { ...makeOffer(borrowerId, 'le-1'), domainName };
  await collect('mails about a listing', async () => {
    for (const amountCents of [420_000, 450_000, 480_000]) {
      const offer = { ...listing, offerId: newId(), amountCents };
      await service.deliver('lending.offer.made', { ...offer, expiresAt: until });
      await service.deliver('lending.offer.rescinded', offer);
    }
    await service.settle();
    await endMailWindows(borrowerId);
  });
}
