/** A settled alert becomes a notification, in whatever order and however often the events arrive. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventData, Subject } from '@nameloan/contracts/events';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import type { ChangeSignal } from '@nameloan/contracts/topics';
import { accountTopic } from '@nameloan/contracts/topics';
import { newId } from '@nameloan/runtime/id';
import type { TestNotifications } from '../testing/start-notifications.ts';
import {
  makeAcceptance,
  makeEscrow,
  makeOffer,
  makeTransition,
  startNotifications,
} from '../testing/start-notifications.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(() => service.stop());

/** An event with its aggregate and version. */
interface TestEvent<S extends Subject = Subject> {
  subject: S;
  data: EventData<S>;
  about: string;
  version: number;
}
const testEvent = <S extends Subject>(
  subject: S,
  data: EventData<S>,
  [about, version]: [string, number],
) => ({ subject, data, about, version }) as TestEvent;

interface Scenario {
  to: string;
  alert: TestEvent;
  settles: TestEvent;
  /** The loan that both are about. */
  ofLoan?: ReturnType<typeof makeEscrow>;
}

type Ended = 'lending.offer.rescinded' | 'lending.offer.denied' | 'lending.offer.expired';

function offered(end: Ended): (borrowerId: string, lenderId: string) => Scenario {
  return (borrowerId, lenderId) => {
    const offer = { ...makeOffer(borrowerId, lenderId), reason: 'DENIED' as const };
    return {
      to: borrowerId,
      alert: testEvent('lending.offer.made', { ...offer, expiresAt: null }, [offer.offerId, 1]),
      settles: testEvent(end, offer, [offer.offerId, 2]),
    };
  };
}

/** A domain event that alerts the owner, and the event that settles it. */
const ofDomain = (alerts: Subject, settles: Subject) => (accountId: string) => {
  const domain = { domainId: newId(), accountId, name: 'example.com', escrowId: null };
  const proof = { recordSeen: false, findings: [], obstacle: null, formerText: null };
  const more = { holdable: true, byOwner: false, reason: toOrderFailure('POLICY') };
  const data = { ...domain, ...proof, ...more };
  return {
    to: accountId,
    alert: testEvent(alerts, data, [domain.domainId, 3]),
    settles: testEvent(settles, data, [domain.domainId, 4]),
  };
};

type Change = EventData<'identity.account.security-changed'>['change'];

function secured(first: Change, then: Change): (accountId: string) => Scenario {
  return (accountId) => {
    const staff = { sealedClient: null, formerClient: null, recoveryCodesLeft: null };
    const about = { accountId, at: '2026-11-21T23:30:00.000Z', ...staff };
    const subject = 'identity.account.security-changed';
    return {
      to: accountId,
      alert: testEvent(subject, { ...about, change: first }, [accountId, 5]),
      settles: testEvent(subject, { ...about, change: then }, [accountId, 7]),
    };
  };
}

/** One scenario per alert key: the alert and the event that settles it. */
const scenarios: Record<string, (borrowerId: string, lenderId: string) => Scenario> = {
  'an offer that is withdrawn': offered('lending.offer.rescinded'),
  'an offer that is denied': offered('lending.offer.denied'),
  'an offer that expires': offered('lending.offer.expired'),
  'an offer that is accepted': (borrowerId, lenderId) => {
    const offer = makeOffer(borrowerId, lenderId);
    const accepted = { ...offer, escrowId: newId(), dueBy: '2027-03-01T00:00:00.000Z' };
    return {
      to: borrowerId,
      alert: testEvent('lending.offer.made', { ...offer, expiresAt: null }, [offer.offerId, 1]),
      settles: testEvent('lending.offer.accepted', accepted, [accepted.escrowId, 1]),
    };
  },
  'a proof that is found again': ofDomain('domains.domain.proof-failed', 'domains.domain.verified'),
  'a transfer that is started again': ofDomain(
    'domains.domain.transfer-failed',
    'domains.domain.transfer-started',
  ),
  'a password that is changed after a stolen session': secured(
    'SESSION_STOLEN',
    'PASSWORD_CHANGED',
  ),
  'MFA that is turned on again': secured('MFA_ENDED', 'MFA_ENABLED'),
  'a renewal whose loan is cancelled': (borrowerId, lenderId) => {
    const escrow = makeEscrow(borrowerId, lenderId);
    const { escrowId, domainId } = escrow;
    const domain = { domainId, escrowId, accountId: borrowerId, name: 'example.com' };
    const dates = {
      expiresAt: '2027-01-01T00:00:00.000Z',
      neededUntil: '2027-06-01T00:00:00.000Z',
    };
    const step = { move: 'EXPIRE_TRANSFER', by: 'SYSTEM', from: 'NEW', to: 'CANCELLED' } as const;
    return {
      to: borrowerId,
      ofLoan: escrow,
      alert: testEvent('domains.domain.renewal-needed', { ...domain, ...dates }, [domainId, 9]),
      settles: testEvent('lending.escrow.moved', makeTransition(escrow, step), [escrowId, 6]),
    };
  },
  'a collateral that expires after its loan is over': (borrowerId, lenderId) => {
    const escrow = makeEscrow(borrowerId, lenderId);
    const { escrowId, domainId } = escrow;
    const domain = { domainId, escrowId, accountId: borrowerId, name: 'example.com' };
    const ends = { expiresAt: '2027-01-01T00:00:00.000Z', renewsAt: null, reason: null };
    const to = 'FINALIZED_RETURN_TO_BORROWER' as const;
    const step = { move: 'FINALIZE_RETURN', by: 'LENDER', from: 'LOAN_POSTED', to } as const;
    return {
      to: lenderId,
      ofLoan: escrow,
      alert: testEvent('domains.domain.expiring', { ...domain, ...ends }, [domainId, 9]),
      settles: testEvent('lending.escrow.moved', makeTransition(escrow, step), [escrowId, 12]),
    };
  },
};

for (const over of ['verified', 'proof-failed', 'contest-ended'] as const) {
  const ends = `domains.domain.${over}` as const;
  scenarios[`a contest that ends with ${over}`] = ofDomain('domains.domain.proof-contested', ends);
}

type Step = Pick<EventData<'lending.escrow.moved'>, 'move' | 'by' | 'from' | 'to'>;
const waiting: [string, 'BORROWER' | 'LENDER', Step, Step][] = [
  [
    'a signature that is given',
    'LENDER',
    { move: 'SIGN', by: 'BORROWER', from: 'PENDING_SIGNATURE', to: 'PENDING_SIGNATURE' },
    { move: 'SIGN', by: 'LENDER', from: 'PENDING_SIGNATURE', to: 'NEW' },
  ],
  [
    'a payment that is marked',
    'LENDER',
    { move: 'CUSTODY_ARRIVED', by: 'SYSTEM', from: 'NEW', to: 'DOMAIN_IN_CUSTODY' },
    { move: 'MARK_PAID', by: 'LENDER', from: 'DOMAIN_IN_CUSTODY', to: 'LOAN_POSTED' },
  ],
  [
    'a receipt that is confirmed',
    'BORROWER',
    { move: 'MARK_PAID', by: 'LENDER', from: 'DOMAIN_IN_CUSTODY', to: 'LOAN_POSTED' },
    { move: 'CONFIRM_RECEIPT', by: 'BORROWER', from: 'LOAN_POSTED', to: 'LOAN_POSTED' },
  ],
  [
    'a claim that is denied',
    'LENDER',
    { move: 'CLAIM_REPAID', by: 'BORROWER', from: 'LOAN_POSTED', to: 'LOAN_POSTED' },
    { move: 'DENY_REPAID', by: 'LENDER', from: 'LOAN_POSTED', to: 'LOAN_POSTED' },
  ],
  [
    'a proposal that is answered by another',
    'LENDER',
    { move: 'SETTLE_RETURN', by: 'BORROWER', from: 'ESCALATED', to: 'ESCALATED' },
    { move: 'SETTLE_SEIZE', by: 'LENDER', from: 'ESCALATED', to: 'ESCALATED' },
  ],
  [
    'a notice of default that is answered by a claim',
    'BORROWER',
    { move: 'SEND_NOTICE', by: 'SYSTEM', from: 'LOAN_POSTED', to: 'LOAN_POSTED' },
    { move: 'CLAIM_REPAID', by: 'BORROWER', from: 'LOAN_POSTED', to: 'LOAN_POSTED' },
  ],
  [
    'a dispute that is settled',
    'BORROWER',
    { move: 'ESCALATE', by: 'LENDER', from: 'LOAN_POSTED', to: 'ESCALATED' },
    { move: 'RESOLVE_CONTINUE', by: 'OPERATOR', from: 'ESCALATED', to: 'LOAN_POSTED' },
  ],
];
for (const [name, who, alert, settles] of waiting) {
  scenarios[name] = (borrowerId, lenderId) => {
    const escrow = makeEscrow(borrowerId, lenderId);
    const { escrowId } = escrow;
    return {
      to: who === 'BORROWER' ? borrowerId : lenderId,
      ofLoan: escrow,
      alert: testEvent('lending.escrow.moved', makeTransition(escrow, alert), [escrowId, 6]),
      settles: testEvent('lending.escrow.moved', makeTransition(escrow, settles), [escrowId, 7]),
    };
  };
}

const deliver = ({ subject, data, about, version }: TestEvent, id = newId()) =>
  service.deliver(subject, data as never, { id, aggregateId: about, version });

const listMessages = async (to: string) => (await service.list(to)).map(({ message }) => message);

async function prepare(make: (typeof scenarios)[string]): Promise<Scenario> {
  const scene = make(await service.account(), await service.account());
  if (scene.ofLoan) await service.deliver('lending.offer.accepted', makeAcceptance(scene.ofLoan));
  return scene;
}

for (const [name, make] of Object.entries(scenarios)) {
  test(`${name} is an alert until it is settled, then a notification`, async () => {
    const { to, alert, settles } = await prepare(make);
    const before = new Set((await service.list(to)).map(({ id }) => id));
    await deliver(alert);
    const [waits] = (await service.list(to)).filter(({ id }) => !before.has(id));
    assert.equal(waits?.message, true);
    const id = newId();
    await deliver(settles, id);
    await deliver(settles, id);
    const after = (await service.list(to)).find((one) => one.id === waits?.id);
    assert.deepEqual({ ...after, message: true }, waits, 'nothing else changes');
    assert.equal(after?.message, false);
  });

  test(`${name} before its alert arrives is a notification from the start`, async () => {
    const { to, alert, settles } = await prepare(make);
    await deliver(settles);
    const before = new Set((await service.list(to)).map(({ id }) => id));
    await deliver(alert);
    const late = (await service.list(to)).filter(({ id }) => !before.has(id));
    assert.deepEqual(
      late.map(({ message }) => message),
      [false],
    );
  });
}

test('a concurrent alert and settling event leave a notification', async () => {
  for (let round = 0; round < 10; round++) {
    const make = scenarios['an offer that is withdrawn'];
    assert.ok(make);
    const { to, alert, settles } = await prepare(make);
    await Promise.all([deliver(alert), deliver(settles)]);
    assert.deepEqual(await listMessages(to), [false, false]);
  }
});

test('a key that opens again raises a new alert, and the old one stays settled', async () => {
  const accountId = await service.account();
  const domain = { domainId: newId(), accountId, name: 'example.com' };
  const lost = { ...domain, reason: { code: 'RECORD_GONE', formerText: null } as const };
  const about = (version: number) => ({ aggregateId: domain.domainId, version });
  await service.deliver('domains.domain.proof-lost', lost, about(3));
  await service.deliver('domains.domain.verified', { ...domain, holdable: true }, about(4));
  await service.deliver('domains.domain.proof-lost', lost, about(5));
  assert.deepEqual(await listMessages(accountId), [true, false, false]);
});

test('no alert for a transfer that has started, but one if it failed since', async () => {
  for (const [failedSince, expected] of [
    [false, false],
    [true, true],
  ]) {
    const [borrowerId, lenderId] = [await service.account(), await service.account()];
    const escrow = makeEscrow(borrowerId, lenderId);
    await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
    const { domainId, escrowId } = escrow;
    const domain = { domainId, accountId: borrowerId, name: 'example.com', escrowId };
    const about = (version: number) => ({ aggregateId: domainId, version });
    await service.deliver('domains.domain.transfer-started', domain, about(3));
    const failed = { ...domain, reason: toOrderFailure('LOCKED'), byOwner: false };
    if (failedSince) await service.deliver('domains.domain.transfer-failed', failed, about(4));
    const signed = { move: 'SIGN', by: 'LENDER', from: 'PENDING_SIGNATURE', to: 'NEW' } as const;
    const step = makeTransition(escrow, signed);
    await service.deliver('lending.escrow.moved', step, { aggregateId: escrowId, version: 4 });
    assert.equal((await service.list(borrowerId))[0]?.message, expected);
  }
});

test('tabs get a signal when an alert is settled', async () => {
  const accountId = await service.account();
  const offer = makeOffer(accountId, await service.account());
  const about = (version: number) => ({ aggregateId: offer.offerId, version });
  await service.deliver('lending.offer.made', { ...offer, expiresAt: null }, about(1));
  const [waits] = await service.list(accountId);
  const signals: ChangeSignal[] = [];
  const stop = await service.bus.subscribe(accountTopic(accountId), (signal) =>
    signals.push(signal),
  );
  await service.deliver('lending.offer.expired', offer, about(2));
  assert.deepEqual(signals[0], { what: 'notification', id: waits?.id });
  await stop();
});
