/** Events of version 1 are upgraded: a sentence becomes its code, and a text without a code is kept to the letter. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvent } from '../event-versions.ts';
import type { Subject } from '../events.ts';
import {
  depositFailureTexts,
  describeDepositFailure,
  describePaymentMismatch,
  paymentMismatchTexts,
  toPaymentMismatch,
} from './deposit-reasons.ts';
import {
  custodyLossTexts,
  describeReservationRefusal,
  fixedReservationTexts,
  proofLossTexts,
  toReservationRefusal,
} from './domain-reasons.ts';
import {
  readCustodyLoss,
  readDepositFailure,
  readOrderFailure,
  readPaymentMismatch,
  readProofLoss,
  readReservationRefusal,
} from './former-reasons.ts';
import type { OrderFailureCode } from './order-failures.ts';
import { describeOrderFailure, fixedOrderTexts, toOrderFailure } from './order-failures.ts';

const until = '2027-04-20T00:00:00.000Z';

test('every present sentence has one code, and every code its sentence', () => {
  const tables: [object, (text: string) => { code: string }][] = [
    [fixedOrderTexts, readOrderFailure],
    [proofLossTexts, readProofLoss],
    [custodyLossTexts, readCustodyLoss],
    [fixedReservationTexts, readReservationRefusal],
    [depositFailureTexts, readDepositFailure],
    [paymentMismatchTexts, readPaymentMismatch],
  ];
  for (const [texts, read] of tables)
    for (const [code, text] of Object.entries(texts)) assert.equal(read(text).code, code);
});

test('a sentence with data is read back as that data', () => {
  const failures = [
    toOrderFailure('BALANCE_TOO_LOW', { missingCents: 123_456, owedCents: 0 }),
    toOrderFailure('BALANCE_TOO_LOW', { missingCents: 2200, owedCents: 1000 }),
    toOrderFailure('RECENTLY_TRANSFERRED_UNTIL', { until }),
    toOrderFailure('MAX_REGISTRATION', { maxYears: 10, suffix: 'co.uk', until }),
    toOrderFailure('UNSUPPORTED_TLD', { suffix: 'zip' }),
  ];
  for (const failure of failures)
    assert.deepEqual(readOrderFailure(describeOrderFailure(failure)), failure);
  const short = toReservationRefusal('REGISTRATION_TOO_SHORT', {
    expiresAt: '2027-01-02T00:00:00.000Z',
    neededUntil: until,
  });
  assert.deepEqual(readReservationRefusal(describeReservationRefusal(short)), short);
  const mismatches = [
    toPaymentMismatch('AMOUNT_DIFFERS', { arrivedCents: 2000, requestedCents: 5000 }),
    toPaymentMismatch('AMOUNT_DIFFERS', { arrivedCents: null, requestedCents: 5000 }),
    toPaymentMismatch('OTHER_PRICE', { paidCents: 1, requestedCents: 100_000 }),
    toPaymentMismatch('PROVIDER_STATUS', { arrivedCents: 7, providerStatus: 'sending' }),
    toPaymentMismatch('OTHER_CURRENCY', { currency: 'eur' }),
    toPaymentMismatch('MORE_ARRIVED', { reversedCents: 50 }),
  ];
  for (const mismatch of mismatches)
    assert.deepEqual(readPaymentMismatch(describePaymentMismatch(mismatch)), mismatch);
});

test('the sentences of 0.1.0 have the codes of today', () => {
  const cases: [string, OrderFailureCode][] = [
    [
      'The transfer code is not right. Ask the present registrar for a new one and try again.',
      'BAD_AUTH_CODE',
    ],
    ['The registry has a fault and did nothing. Please try again later.', 'REGISTRY_FAULT'],
    ['The registry asks more for this name than you have agreed to before.', 'PRICE_NOT_ACCEPTED'],
    ['Your balance is too low: $3.00 is missing. Please add balance first.', 'BALANCE_TOO_LOW'],
    [
      'Your balance is $10.00 below zero, because money of a deposit went back: $22.00 is missing. Please add balance first.',
      'BALANCE_TOO_LOW',
    ],
    [
      'This domain is registered for as long as .com allows, 10 years ahead. It can be renewed again from April 20, 2027 on.',
      'MAX_REGISTRATION',
    ],
  ];
  for (const [text, code] of cases) assert.equal(readOrderFailure(text).code, code, text);
  assert.equal(readOrderFailure(cases[4]?.[0] ?? '').owedCents, 1000);
  assert.deepEqual(
    readPaymentMismatch(
      '$20.00 arrived where $50.00 was asked. $5.00 of it went back; of what is credited only the rest stays.',
    ),
    toPaymentMismatch('AMOUNT_DIFFERS', {
      ...{ arrivedCents: 2000, requestedCents: 5000, reversedCents: 500 },
    }),
  );
  assert.equal(
    readDepositFailure('The payment went back to you before it was credited.').code,
    'RETURNED_BEFORE_CREDIT',
  );
  assert.equal(
    readDepositFailure('The payment was not what was expected and could not be credited.').code,
    'NOT_CREDITABLE',
  );
  assert.equal(
    readCustodyLoss('The registry gave the domain to another registrar.').code,
    'TRANSFERRED',
  );
});

const upgrade = (subject: Subject, data: object) => {
  const about = { id: 'e', aggregateId: 'a', aggregateVersion: 3, at: until, v: 1 };
  const read = readEvent({ ...about, subject, data });
  assert.ok('event' in read, JSON.stringify(read));
  return read.event.data as Record<string, unknown>;
};

test('a text without a code is kept to the letter', () => {
  const text = 'An operator wrote: "see mail", 5 %.';
  const domain = { domainId: 'd', accountId: 'a', name: 'a.com' };
  const expiring = { ...domain, escrowId: null, expiresAt: until, renewsAt: null, reason: text };
  const { reason } = upgrade('domains.domain.expiring', expiring);
  assert.equal(describeOrderFailure(reason as never), text);
  const deposit = { transactionId: 't', accountId: 'a', amountCents: 1, method: 'CARD' };
  const failed = upgrade('payments.deposit.failed', { ...deposit, reason: text });
  assert.equal(
    describeDepositFailure(failed.reason as never, () => null),
    text,
  );
  const detail = '192.0.2.1:53 sees no TXT record at a.com.';
  const proof = upgrade('domains.domain.proof-failed', { ...domain, reason: detail });
  assert.deepEqual([proof.formerText, proof.recordSeen], [detail, false]);
  assert.equal(upgrade('domains.domain.transfer-out-cancelled', domain).reason, null);
});

test('an upgraded event has no personal data, except the client of a security change', () => {
  const legalAddress = { address1: 'x', address2: '', city: 'x', zip: '', country: 'x' };
  const account = { accountId: 'a', name: 'Ann', email: 'ann@example.com', operator: true };
  for (const subject of ['identity.account.registered', 'identity.account.changed'] as const)
    assert.deepEqual(upgrade(subject, { ...account, defaultContract: 0, legalAddress }), {
      accountId: 'a',
      operator: true,
    });
  const reset = { accountId: 'a', sealedToken: 's', expiresAt: until };
  const sent = { ...reset, name: 'Ann', email: 'ann@example.com' };
  assert.deepEqual(upgrade('identity.reset.requested', sent), reset);
  const from = { ip: '192.0.2.1', userAgent: 'curl' };
  const change = { accountId: 'a', change: 'MFA_ENABLED', at: until, recoveryCodesLeft: null };
  assert.deepEqual(upgrade('identity.account.security-changed', { ...change, from }), {
    ...change,
    sealedClient: null,
    formerClient: from,
  });
  const ids = { escrowId: 'e', domainId: 'd', domainName: 'a.com', borrowerId: 'b', lenderId: 'l' };
  const message = { ...ids, messageId: 'm', senderId: 'b', recipientIds: ['l'] };
  assert.deepEqual(upgrade('lending.message.sent', { ...message, senderName: 'Ann' }), message);
});
