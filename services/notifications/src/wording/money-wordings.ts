/** What people are told about their balance. */

import { formatCents } from '@nameloan/contracts/money.ts';
import type { Wording, WordTable } from './wording.ts';
import { quote, transactions } from './wording.ts';

const methods = { CARD: 'card', CRYPTOCURRENCY: 'cryptocurrency' } as const;
const fees = { TRANSFER_FEE: 'transfer fee', RENEWAL_FEE: 'renewal fee' } as const;

/** One line of the account's transactions. */
function ofTransaction(
  { accountId, transactionId }: { accountId: string; transactionId: string },
  told: Pick<Wording, 'title' | 'body' | 'alert'>,
): Wording {
  const subject = { type: 'TRANSACTION', id: transactionId } as const;
  return { to: accountId, kind: 'PAYMENT', subject, link: transactions, ...told };
}

export const moneyWordings = {
  'payments.deposit.completed': ({ amountCents, method, ...deposit }) => [
    ofTransaction(deposit, {
      title: `${formatCents(amountCents)} was added to your balance`,
      body: `Your deposit of ${formatCents(amountCents)} by ${methods[method]} has arrived and is in your balance.`,
      alert: false,
    }),
  ],
  'payments.deposit.failed': ({ amountCents, method, reason, ...deposit }) => [
    ofTransaction(deposit, {
      title: 'Your deposit did not succeed',
      body: `Your deposit of ${formatCents(amountCents)} by ${methods[method]} did not succeed.${quote('Reason', reason)}`,
      alert: false,
    }),
  ],
  'payments.hold.captured': ({ accountId, holdId, transactionId, amountCents, kind }) => [
    ofTransaction(
      { accountId, transactionId: transactionId ?? holdId },
      {
        title: `A ${fees[kind]} was charged`,
        body: `The ${fees[kind]} of ${formatCents(amountCents)} that was held has been charged to your balance.`,
        alert: false,
      },
    ),
  ],
} as const satisfies WordTable;
