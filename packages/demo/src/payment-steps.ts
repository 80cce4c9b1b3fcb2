/** Deposits of the demo data: each is started once and completed on the provider’s checkout page. */

import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Accounts } from './accounts.ts';
import type { PaymentRow } from './market.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST responses are untyped
type RestObject = any;

const sessionPaths = { card: 'stripe-session', crypto: 'nowpayments-session' };

/** The actions on the provider's checkout, in order, and the resulting status in the product. */
const outcomes: Record<
  PaymentRow['state'],
  { status: string; actions: ((sandbox: SandboxClient, checkout: string) => Promise<unknown>)[] }
> = {
  paid: { status: 'DONE', actions: [(sandbox, checkout) => sandbox.payCheckout(checkout)] },
  refunded: {
    status: 'REFUNDED',
    actions: [
      (sandbox, checkout) => sandbox.payCheckout(checkout),
      (sandbox, checkout) => sandbox.refundPayment(checkout),
    ],
  },
  failed: { status: 'FAILED', actions: [(sandbox, checkout) => sandbox.failPayment(checkout)] },
  open: { status: 'PENDING', actions: [] },
};

/** Number of completed actions by the checkout's status; every other status is final. */
const completedActions: Record<string, number> = { open: 0, paid: 1 };

export async function pay(
  row: PaymentRow,
  { accounts, sandbox }: { accounts: Accounts; sandbox: SandboxClient },
): Promise<void> {
  const payer = accounts[row.account];
  const { status, actions } = outcomes[row.state];
  const deposits = async (): Promise<RestObject[]> => {
    const { transactions } = await payer.get('/transactions?limit=100');
    return transactions.filter(
      ({ type, amount }: RestObject) => type === 'Deposit' && amount === row.amount,
    );
  };
  const findCheckout = async (known: RestObject[]) => {
    const checkouts: RestObject[] = await sandbox.readCheckouts();
    return checkouts.find((checkout) =>
      known.some(({ id }) => JSON.stringify(checkout).includes(id)),
    );
  };
  let checkout = await findCheckout(await deposits());
  if (!checkout) {
    // There is no deposit of this amount, or a crash left one without a checkout, which fails automatically.
    await payer.post(`/transactions/${sessionPaths[row.by]}`, { amount: row.amount });
    checkout = await findCheckout(await deposits());
  }
  for (const action of actions.slice(completedActions[checkout.status] ?? actions.length))
    await action(sandbox, checkout.id);
  await waitFor(`the payment of ${row.amount} dollars`, async () =>
    (await deposits()).some((one) => one.status === status),
  );
}
