/** Templates of payments events. */

import {
  describeDepositFailure,
  describePaymentMismatch,
} from '@nameloan/contracts/deposit-reasons';
import type { EventData } from '@nameloan/contracts/events';
import { formatCents } from '@nameloan/contracts/money';
import { alertKeys } from './alert-keys.ts';
import { domainRows, paymentRows } from './mail/rows.ts';
import type { NotificationDraft, TemplateTable } from './template.ts';
import { addBalance, quote, transactions } from './template.ts';

const methods = { CARD: 'card', CRYPTOCURRENCY: 'cryptocurrency' } as const;
const methodLabels = { CARD: 'Card', CRYPTOCURRENCY: 'Cryptocurrency' } as const;
const fees = { TRANSFER_FEE: 'transfer fee', RENEWAL_FEE: 'renewal fee' } as const;

/** A draft about one of the account's transactions. */
function draftForTransaction(
  { accountId, transactionId }: { accountId: string; transactionId: string },
  text: Pick<NotificationDraft, 'title' | 'body' | 'alert' | 'rows'>,
): NotificationDraft {
  const subject = { type: 'TRANSACTION', id: transactionId } as const;
  return { to: accountId, kind: 'PAYMENT', subject, link: transactions, ...text };
}

/** Adds the debt to the text. The alert about it comes from the event `payments.balance.changed`. */
function withDebt(body: string, owedCents: number): Pick<NotificationDraft, 'body' | 'alert'> {
  return { body: owedCents > 0 ? `${body} ${describeDebt(owedCents)}` : body, alert: false };
}

function describeDebt(owedCents: number): string {
  const debt = formatCents(owedCents);
  return `Your balance is ${debt} below zero. Add at least ${debt} before you transfer or renew a domain.`;
}

const describeDomain = ({
  domainName,
}: Pick<EventData<'payments.hold.captured'>, 'domainName'>): string =>
  domainName === null ? '' : ` for ${domainName}`;

export const moneyTemplates = {
  'payments.deposit.completed': {
    drafts: ({ amountCents, method, ...deposit }) => [
      draftForTransaction(deposit, {
        title: `${formatCents(amountCents)} was added to your balance`,
        body: `Your deposit of ${formatCents(amountCents)} by ${methods[method]} arrived and is in your balance.`,
        rows: paymentRows({ amountCents, method: methodLabels[method] }),
        alert: false,
      }),
    ],
  },
  'payments.deposit.failed': {
    drafts: ({ amountCents, method, reason, ...deposit }, context) => [
      draftForTransaction(deposit, {
        title: 'Your deposit failed',
        body: `Your deposit of ${formatCents(amountCents)} by ${methods[method]} failed.${quote(
          'Reason',
          describeDepositFailure(reason, () => context.note),
        )}`,
        rows: paymentRows({ amountCents, method: methodLabels[method] }),
        alert: false,
      }),
    ],
  },
  'payments.deposit.refunded': {
    drafts: ({ amountCents, method, backCents, outcome, owedCents, ...to }) => {
      const back = formatCents(backCents);
      const text = {
        TAKEN: {
          title: `${back} of your deposit was refunded`,
          body: `${back} of your deposit of ${formatCents(amountCents)} by ${methods[method]} was refunded to you and taken from your balance.`,
        },
        UNDONE: {
          title: `${back} is back in your balance`,
          body: `The refund of ${back} didn’t reach you, so the amount is back in your balance.`,
        },
      }[outcome];
      const rows = paymentRows(
        { amountCents, method: methodLabels[method] },
        { label: 'Refund', cents: backCents },
      );
      return [draftForTransaction(to, { ...text, rows, ...withDebt(text.body, owedCents) })];
    },
  },
  'payments.deposit.disputed': {
    drafts: ({ amountCents, backCents, outcome, owedCents, ...to }) => {
      const [back, whole] = [formatCents(backCents), formatCents(amountCents)];
      const text = {
        OPENED: {
          title: `${back} of your deposit is disputed`,
          body: `Your card’s bank disputes ${back} of your deposit of ${whole}, so we took the amount from your balance until it decides. If you didn’t ask for this, ask your bank to withdraw the dispute.`,
        },
        WON: {
          title: `${back} is back in your balance`,
          body: `The dispute over ${back} of your deposit of ${whole} ended, and the amount is back in your balance.`,
        },
        LOST: {
          title: `${back} of your deposit was charged back`,
          body: `The dispute over ${back} of your deposit of ${whole} ended: your card’s bank keeps the amount, so it stays off your balance.`,
        },
      }[outcome];
      const rows = paymentRows({ amountCents }, { label: 'Disputed', cents: backCents });
      return [draftForTransaction(to, { ...text, rows, ...withDebt(text.body, owedCents) })];
    },
  },
  'payments.deposit.waiting': {
    drafts: ({ paymentId, transactionId, accountId, reason }, { operatorIds }) => {
      const mismatch = quote('What we saw', describePaymentMismatch(reason));
      const id = transactionId ?? paymentId;
      const topic = `payment:${paymentId}`;
      const toPayer = {
        title: 'We’re reviewing your payment',
        body: `Money for your deposit arrived, but not as requested, so our staff will review it. You don’t need to do anything.${mismatch}`,
        alert: false,
      } as const;
      const toOperator = {
        title: 'A payment needs a decision',
        body: `Payment ${paymentId} doesn’t match its request. Credit it or mark it failed.${mismatch}`,
        alert: [alertKeys.payment(paymentId)],
      } as const;
      const operators = operatorIds.filter((operatorId) => operatorId !== accountId);
      return [
        ...(accountId
          ? [{ ...draftForTransaction({ accountId, transactionId: id }, toPayer), topic }]
          : []),
        ...operators.map((operatorId) => ({
          ...draftForTransaction({ accountId: operatorId, transactionId: id }, toOperator),
          topic,
        })),
      ];
    },
  },
  'payments.balance.changed': {
    drafts: ({ accountId, availableCents }) => {
      if (availableCents >= 0) return [];
      return [
        {
          to: accountId,
          kind: 'PAYMENT',
          subject: { type: 'ACCOUNT', id: accountId },
          title: 'Your balance is below zero',
          body: describeDebt(-availableCents),
          rows: [{ label: 'Missing', value: formatCents(-availableCents) }],
          link: addBalance,
          alert: [alertKeys.debt(accountId)],
          topic: 'debt',
          // The mail about the refund or dispute already says it.
          mailed: false,
        },
      ];
    },
    settles: ({ accountId, availableCents }) => ({
      settled: availableCents < 0 ? [] : [alertKeys.debt(accountId)],
    }),
  },
  'payments.hold.captured': {
    drafts: (charged) => [
      draftForTransaction(
        { ...charged, transactionId: charged.transactionId ?? charged.holdId },
        {
          title: `A ${fees[charged.kind]} was charged`,
          body: `The ${fees[charged.kind]}${describeDomain(charged)} of ${formatCents(charged.amountCents)} was charged to your balance.`,
          rows: [
            ...(charged.domainName === null ? [] : domainRows({ name: charged.domainName })),
            ...paymentRows({ amountCents: charged.amountCents }),
          ],
          alert: false,
        },
      ),
    ],
  },
  'payments.hold.refunded': {
    drafts: (returned) => [
      draftForTransaction(returned, {
        title: `A ${fees[returned.kind]} was returned`,
        body: `The ${fees[returned.kind]}${describeDomain(returned)} of ${formatCents(returned.amountCents)} is back in your balance.`,
        rows: [
          ...(returned.domainName === null ? [] : domainRows({ name: returned.domainName })),
          ...paymentRows({ amountCents: returned.amountCents }),
        ],
        alert: false,
      }),
    ],
  },
  'payments.deposit.started': { without: 'the user did it just now' },
  'payments.deposit.settled': {
    without: 'the outcome of the deposit has a notification',
    settles: ({ paymentId }) => ({ settled: [alertKeys.payment(paymentId)] }),
  },
  'payments.hold.placed': { without: 'its transfer or renewal has a notification' },
  'payments.hold.released': { without: 'its transfer or renewal has a notification' },
} as const satisfies TemplateTable;
