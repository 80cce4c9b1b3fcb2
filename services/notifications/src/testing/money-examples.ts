/** Test table: an example of each payments event and its expected notifications. */

import { toPaymentMismatch } from '@nameloan/contracts/deposit-reasons';
import type { EventData, Subject } from '@nameloan/contracts/events';
import type { NotifiedSubject } from '../templates/templates.ts';

/** By subject: an event, the expected recipients with alert flag and link, and a pattern of the first body. */
export type Examples<S extends Subject> = {
  [T in S]: [EventData<T>, [to: string, alert: boolean, link: string][], RegExp];
};

const deposit = {
  transactionId: 't1',
  accountId: 'bo',
  amountCents: 12_345,
  method: 'CARD' as const,
};

export const moneyExamples: Examples<Extract<NotifiedSubject, `payments.${string}`>> = {
  'payments.deposit.completed': [
    deposit,
    [['bo', false, '/app/transactions']],
    /\$123\.45 by card/,
  ],
  'payments.deposit.failed': [
    { ...deposit, reason: { code: 'BANK_DECLINED', formerText: null } },
    [['bo', false, '/app/transactions']],
    /\$123\.45 by card failed\. Reason: The payment failed at the bank\.$/,
  ],
  'payments.deposit.refunded': [
    { ...deposit, backCents: 2345, outcome: 'TAKEN', owedCents: 1000 },
    [['bo', false, '/app/transactions']],
    /\$23\.45 of your deposit of \$123\.45 by card was refunded .* \$10\.00 below zero\. Add at least/,
  ],
  'payments.deposit.disputed': [
    { ...deposit, backCents: 2345, outcome: 'OPENED', owedCents: 0 },
    [['bo', false, '/app/transactions']],
    /bank disputes \$23\.45 of your deposit of \$123\.45/,
  ],
  'payments.deposit.waiting': [
    {
      ...{ transactionId: 't1', accountId: 'bo', paymentId: 'nowpayments:1', arrivedCents: 5 },
      reason: toPaymentMismatch('AMOUNT_DIFFERS', { arrivedCents: 5, requestedCents: 700 }),
    },
    [
      ['bo', false, '/app/transactions'],
      ['op', true, '/app/transactions'],
      ['le', true, '/app/transactions'],
    ],
    /What we saw: \$0\.05 arrived instead of \$7\.00\.$/,
  ],
  'payments.balance.changed': [
    { accountId: 'bo', availableCents: -1000 },
    [['bo', true, '/app/add-balance']],
    /\$10\.00 below zero\. Add at least/,
  ],
  'payments.hold.refunded': [
    {
      holdId: 'h2',
      accountId: 'bo',
      amountCents: 1500,
      kind: 'TRANSFER_FEE',
      transactionId: 't1',
      domainName: 'example.com',
    },
    [['bo', false, '/app/transactions']],
    /^The transfer fee for example\.com of \$15\.00 is back in your balance\.$/,
  ],
  'payments.hold.captured': [
    {
      holdId: 'h1',
      accountId: 'bo',
      amountCents: 1200,
      kind: 'RENEWAL_FEE',
      transactionId: 't1',
      domainName: 'example.com',
    },
    [['bo', false, '/app/transactions']],
    /^The renewal fee for example\.com of \$12\.00 was charged to your balance\.$/,
  ],
};
