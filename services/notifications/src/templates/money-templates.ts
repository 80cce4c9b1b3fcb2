/** What people are told about their balance. */

import type { EventData } from '@nameloan/contracts/events.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import { alertKeys } from './alert-keys.ts';
import type { NotificationDraft, TemplateTable } from './template.ts';
import { addBalance, quote, transactions } from './template.ts';

const methods = { CARD: 'card', CRYPTOCURRENCY: 'cryptocurrency' } as const;
const fees = { TRANSFER_FEE: 'transfer fee', RENEWAL_FEE: 'renewal fee' } as const;

/** One line of the account's transactions. */
function draftForTransaction(
  { accountId, transactionId }: { accountId: string; transactionId: string },
  told: Pick<NotificationDraft, 'title' | 'body' | 'alert'>,
): NotificationDraft {
  const subject = { type: 'TRANSACTION', id: transactionId } as const;
  return { to: accountId, kind: 'PAYMENT', subject, link: transactions, ...told };
}

/** A balance below zero: fees can be paid only once it is made up for. The alert about it follows the balance. */
function withDebt(body: string, owedCents: number): Pick<NotificationDraft, 'body' | 'alert'> {
  return { body: owedCents > 0 ? `${body} ${describeDebt(owedCents)}` : body, alert: false };
}

function describeDebt(owedCents: number): string {
  const debt = formatCents(owedCents);
  return `Your balance is ${debt} below zero now: please add at least ${debt} before you transfer or renew a domain.`;
}

const describeDomain = ({ domainName }: EventData<'payments.hold.captured'>): string =>
  domainName === null ? '' : ` for ${domainName}`;

export const moneyTemplates = {
  'payments.deposit.completed': ({ amountCents, method, ...deposit }) => [
    draftForTransaction(deposit, {
      title: `${formatCents(amountCents)} was added to your balance`,
      body: `Your deposit of ${formatCents(amountCents)} by ${methods[method]} has arrived and is in your balance.`,
      alert: false,
    }),
  ],
  'payments.deposit.failed': ({ amountCents, method, reason, ...deposit }) => [
    draftForTransaction(deposit, {
      title: 'Your deposit did not succeed',
      body: `Your deposit of ${formatCents(amountCents)} by ${methods[method]} did not succeed.${quote('Reason', reason)}`,
      alert: false,
    }),
  ],
  'payments.deposit.refunded': ({ amountCents, method, backCents, outcome, owedCents, ...to }) => {
    const back = formatCents(backCents);
    const told = {
      TAKEN: {
        title: `${back} of your deposit went back`,
        body: `${back} of your deposit of ${formatCents(amountCents)} by ${methods[method]} went back to you and was taken from your balance.`,
      },
      UNDONE: {
        title: `${back} is in your balance again`,
        body: `The refund of ${back} did not reach you, so the amount is in your balance again.`,
      },
    }[outcome];
    return [draftForTransaction(to, { ...told, ...withDebt(told.body, owedCents) })];
  },
  'payments.deposit.disputed': ({ amountCents, backCents, outcome, owedCents, ...to }) => {
    const [back, whole] = [formatCents(backCents), formatCents(amountCents)];
    const told = {
      OPENED: {
        title: `${back} of your deposit is disputed`,
        body: `The bank of the card disputes ${back} of your deposit of ${whole}; until it has decided, the amount is taken from your balance. If you did not ask your bank for this, please ask it to withdraw the dispute.`,
      },
      WON: {
        title: `${back} is in your balance again`,
        body: `The dispute about ${back} of your deposit of ${whole} has ended, and the amount is in your balance again.`,
      },
      LOST: {
        title: `${back} of your deposit was taken back for good`,
        body: `The dispute about ${back} of your deposit of ${whole} has ended: the bank of the card keeps the amount, and it stays taken from your balance.`,
      },
    }[outcome];
    return [draftForTransaction(to, { ...told, ...withDebt(told.body, owedCents) })];
  },
  'payments.deposit.waiting': (
    { paymentId, transactionId, accountId, reason },
    { operatorIds },
  ) => {
    const id = transactionId ?? paymentId;
    const topic = `payment:${paymentId}`;
    const toPayer = {
      title: 'Your payment is being looked at',
      body: `Money for your deposit arrived, but not as it was asked for, so our staff look at it; you need not do anything.${quote('What we saw', reason)}`,
      alert: false,
    } as const;
    const toOperator = {
      title: 'A payment waits for an operator',
      body: `Payment ${paymentId} is not what was asked for; please credit it or give it up.${quote('What we saw', reason)}`,
      alert: [alertKeys.payment(paymentId)],
    } as const;
    const operators = operatorIds.filter((one) => one !== accountId);
    return [
      ...(accountId
        ? [{ ...draftForTransaction({ accountId, transactionId: id }, toPayer), topic }]
        : []),
      ...operators.map((one) => ({
        ...draftForTransaction({ accountId: one, transactionId: id }, toOperator),
        topic,
      })),
    ];
  },
  'payments.balance.changed': ({ accountId, availableCents }) => {
    if (availableCents >= 0) return [];
    return [
      {
        to: accountId,
        kind: 'PAYMENT',
        subject: { type: 'ACCOUNT', id: accountId },
        title: 'Your balance is below zero',
        body: describeDebt(-availableCents),
        link: addBalance,
        alert: [alertKeys.debt(accountId)],
        topic: 'debt',
        // The mail about what took the money says it too.
        mailed: false,
      },
    ];
  },
  'payments.hold.captured': (charged) => [
    draftForTransaction(
      { ...charged, transactionId: charged.transactionId ?? charged.holdId },
      {
        title: `A ${fees[charged.kind]} was charged`,
        body: `The ${fees[charged.kind]}${describeDomain(charged)} of ${formatCents(charged.amountCents)} that was held has been taken from your balance.`,
        alert: false,
      },
    ),
  ],
} as const satisfies TemplateTable;
