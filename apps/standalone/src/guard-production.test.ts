/** Where the sandbox and demo accounts may run: every combination of settings. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartError } from './data-folder.ts';
import type { ProductionGuard } from './guard-production.ts';
import { checkSandboxAllowed } from './guard-production.ts';
import { readStartSettings } from './settings.ts';

type SettingValue = string | undefined;
const choices: SettingValue[] = [undefined, '', 'on', 'off'];

const developmentEnvironments: Record<string, string>[] = [
  {},
  { NODE_ENV: 'development' },
  { NODE_ENV: 'test', HOST: 'localhost' },
  { HOST: '::1', PUBLIC_URL: 'http://localhost:4000' },
  { HOST: '127.0.0.2', PUBLIC_URL: 'https://127.0.0.1/', STRIPE_SECRET_KEY: '' },
];

const productionEnvironments: [sign: string, environment: Record<string, string>][] = [
  ['NODE_ENV', { NODE_ENV: 'production' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '::' }],
  ['HOST', { HOST: '10.1.2.3' }],
  ['HOST', { HOST: 'nameloan.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://nameloan.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://localhost.nameloan.example' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_live_x' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'whsec_x' }],
  ['NOWPAYMENTS_API_KEY', { NOWPAYMENTS_API_KEY: 'x' }],
  ['NOWPAYMENTS_IPN_SECRET', { NOWPAYMENTS_IPN_SECRET: 'x' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example' }],
  ['SMTP_HOST', { SMTP_HOST: 'mail.example' }],
  ['EPP_HOST', { EPP_HOST: 'epp.example' }],
  ['EPP_PASSWORD', { EPP_PASSWORD: 'x' }],
];

const rejected = 'rejected';

function decide(environment: Record<string, string>, sandbox: SettingValue, demo: SettingValue) {
  const settings = {
    ...environment,
    ...(sandbox === undefined ? {} : { NAMELOAN_SANDBOX: sandbox }),
    ...(demo === undefined ? {} : { NAMELOAN_DEMO: demo }),
  };
  try {
    return { result: checkSandboxAllowed(readStartSettings(settings), settings), text: '' };
  } catch (error) {
    assert.ok(error instanceof StartError);
    return { result: rejected, text: error.message } as const;
  }
}

test('in development the sandbox and demo data are on by default, and demo data never run without the sandbox', () => {
  for (const environment of developmentEnvironments) {
    for (const sandbox of choices) {
      for (const demo of choices) {
        const off: ProductionGuard | typeof rejected =
          demo === 'on' ? rejected : { sandbox: false, demo: 'none' };
        const on: ProductionGuard = { sandbox: true, demo: demo === 'off' ? 'none' : 'known' };
        const { result } = decide(environment, sandbox, demo);
        assert.deepEqual(
          result,
          sandbox === 'off' ? off : on,
          JSON.stringify([environment, sandbox, demo]),
        );
      }
    }
  }
});

test('in production neither runs unless it is turned on explicitly, and demo accounts never have the known password', () => {
  for (const [sign, environment] of productionEnvironments) {
    for (const sandbox of choices) {
      for (const demo of choices) {
        const message = JSON.stringify([environment, sandbox, demo]);
        const { result, text } = decide(environment, sandbox, demo);
        if (sandbox === 'on')
          assert.deepEqual(
            result,
            { sandbox: true, demo: demo === 'on' ? 'random' : 'none' },
            message,
          );
        else if (sandbox === 'off' && demo !== 'on')
          assert.deepEqual(result, { sandbox: false, demo: 'none' }, message);
        else {
          assert.equal(result, rejected, message);
          assert.match(text, /NAMELOAN_SANDBOX/, message);
          assert.match(text, new RegExp(sandbox === 'off' ? 'NAMELOAN_DEMO' : sign), message);
          assert.equal(text.split('\n').length, 1);
          assert.doesNotMatch(text, /sk_live_x|whsec_x/);
        }
      }
    }
  }
});
