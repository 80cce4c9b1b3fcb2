/** What people are told about their balance. */

import { formatCents } from '@nameloan/contracts/money.ts';
import type { WordTable } from './wording.ts';
import { quote, transactions } from './wording.ts';

const methods = { CARD: 'card', CRYPTOCURRENCY: 'cryptocurrency' } as const;
const fees = { TRANSFER_FEE: 'transfer fee', RENEWAL_FEE: 'renewal fee' } as const;

export const moneyWordings = {
  'payments.deposit.completed': ({ accountId, amountCents, method }) => [
    {
      to: accountId,
      title: `${formatCents(amountCents)} was added to your balance`,
      body: `Your deposit of ${formatCents(amountCents)} by ${methods[method]} has arrived and is in your balance.`,
      link: transactions,
      alert: false,
    },
  ],
  'payments.deposit.failed': ({ accountId, amountCents, method, reason }) => [
    {
      to: accountId,
      title: 'Your deposit did not succeed',
      body: `Your deposit of ${formatCents(amountCents)} by ${methods[method]} did not succeed.${quote('Reason', reason)}`,
      link: transactions,
      alert: false,
    },
  ],
  'payments.hold.captured': ({ accountId, amountCents, kind }) => [
    {
      to: accountId,
      title: `A ${fees[kind]} was charged`,
      body: `The ${fees[kind]} of ${formatCents(amountCents)} that was held has been charged to your balance.`,
      link: transactions,
      alert: false,
    },
  ],
} as const satisfies WordTable;
