/** Our Stripe requests, validated against Stripe's OpenAPI description by stripe-mock if it is installed. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@nameloan/runtime/free-port';
import { newId } from '@nameloan/runtime/id';
import type { TestPayments } from '../testing/start-payments.ts';
import { startMutation, startPayments } from '../testing/start-payments.ts';
import { getStripe } from './connect-stripe.ts';
import { fetchPaymentIntent } from './fetch-payment-intent.ts';

const toolFolder = resolve(import.meta.dirname, '../../../../../shared/tools');
const folders = [toolFolder, ...(process.env.PATH ?? '').split(delimiter)];
const program = folders.map((folder) => join(folder, 'stripe-mock')).find(isProgram);
const skip = program ? false : 'stripe-mock is neither in ../shared/tools nor on PATH';

let mock: ChildProcess | undefined;
let payments: TestPayments | undefined;
after(async () => {
  mock?.kill();
  await payments?.stop();
});

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function startMock(path: string): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  // stripe-mock exits if it cannot listen for HTTPS, and its default port is fixed.
  const secure = `127.0.0.1:${await freePort()}`;
  mock = spawn(path, ['-http-addr', address, '-https-addr', secure], { stdio: 'ignore' });
  for (let attempt = 0; attempt < 300; attempt++) {
    const up = await fetch(url).catch(() => undefined);
    if (up) return url;
    await pause(50);
  }
  throw new Error('stripe-mock does not answer');
}

test("our requests match Stripe's OpenAPI description", {
  skip,
}, async () => {
  const url = await startMock(program ?? '');
  payments = await startPayments({ STRIPE_API_URL: url, STRIPE_SECRET_KEY: 'sk_test_123' });
  const accountId = newId();
  const answer = await payments.as(accountId)(startMutation, { amount: 12_345, method: 'CARD' });
  assert.equal(answer.code, undefined, answer.message);
  assert.match(answer.data.startDeposit.uri, /^https?:/);
  const { reported, update } = await fetchPaymentIntent('pi_1234567890');
  assert.ok(reported.ids.length > 0);
  assert.equal(update.kind, 'NO_EFFECT');
  // The mock also rejects invalid requests, so its acceptance is meaningful.
  const wrong = { mode: 'payment', line_items: 'three', nonsense: 1 } as never;
  const client = await getStripe();
  await assert.rejects(client.checkout.sessions.create(wrong), { statusCode: 400 });
});
