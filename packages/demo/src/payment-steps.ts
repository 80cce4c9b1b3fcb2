/** Payments of the demo data, each started once and completed on the provider's page as its row says. */

import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Accounts } from './accounts.ts';
import type { PaymentRow } from './market.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
type RestObject = any;

const sessions = { card: 'stripe-session', crypto: 'nowpayments-session' };

/** What the payer, the shop and the bank do with the provider's page, in turn, and what the product shows then. */
const plays: Record<
  PaymentRow['is'],
  { status: string; acts: ((sandbox: SandboxClient, page: string) => Promise<unknown>)[] }
> = {
  paid: { status: 'DONE', acts: [(sandbox, page) => sandbox.pay(page)] },
  refunded: {
    status: 'REFUNDED',
    acts: [(sandbox, page) => sandbox.pay(page), (sandbox, page) => sandbox.refund(page)],
  },
  failed: { status: 'FAILED', acts: [(sandbox, page) => sandbox.failPayment(page)] },
  open: { status: 'PENDING', acts: [] },
};

/** How many acts a page has seen by its status; of another one nothing is left to do. */
const actsSeen: Record<string, number> = { open: 0, paid: 1 };

export async function pay(
  row: PaymentRow,
  { people, sandbox }: { people: Accounts; sandbox: SandboxClient },
): Promise<void> {
  const payer = people[row.who];
  const { status, acts } = plays[row.is];
  const deposits = async (): Promise<RestObject[]> => {
    const { transactions } = await payer.get('/transactions?limit=100');
    return transactions.filter(
      ({ type, amount }: RestObject) => type === 'Deposit' && amount === row.amount,
    );
  };
  const pageOf = async (known: RestObject[]) => {
    const pages: RestObject[] = await sandbox.checkouts();
    return pages.find((page) => known.some(({ id }) => JSON.stringify(page).includes(id)));
  };
  let page = await pageOf(await deposits());
  if (!page) {
    // None of this amount, or one that a crash left without a checkout, which fails automatically.
    await payer.post(`/transactions/${sessions[row.by]}`, { amount: row.amount });
    page = await pageOf(await deposits());
  }
  for (const act of acts.slice(actsSeen[page.status] ?? acts.length)) await act(sandbox, page.id);
  await waitFor(`the payment of ${row.amount} dollars`, async () =>
    (await deposits()).some((one) => one.status === status),
  );
}
