/** Acts on the sandbox's checkouts as payer, merchant or bank, and waits for the effect. */

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { transactions } from '../transaction/transaction.model.ts';
import type { TestPayments } from './start-payments.ts';

/** `action` is pay, refund, dispute, win, lose, cancel or fail. */
export async function actOnCheckout(
  { sandboxUrl }: Pick<TestPayments, 'sandboxUrl'>,
  id: string | undefined,
  [action, body]: readonly [action: string, body?: object],
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/checkouts/${id}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  assert.equal(response.status, 200, await response.text());
}

/** Runs due jobs until the condition holds. */
export async function waitUntil(
  payments: Pick<TestPayments, 'settle'>,
  what: string,
  holds: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`);
    await pause(20);
    await payments.settle();
  }
}

export const waitForStatus = (payments: TestPayments, id: string, status: string) =>
  waitUntil(
    payments,
    `${id} is ${status}`,
    async () => (await transactions.get(id)).status === status,
  );
