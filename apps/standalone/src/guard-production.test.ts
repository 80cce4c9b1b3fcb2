/** Where the sandbox and demo accounts may run: every combination of what can be written. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartError } from './data-folder.ts';
import type { ProductionGuard } from './guard-production.ts';
import { checkSandboxAllowed } from './guard-production.ts';
import { readStartSettings } from './settings.ts';

type SettingValue = string | undefined;
const choices: SettingValue[] = [undefined, '', 'on', 'off'];

const laptops: Record<string, string>[] = [
  {},
  { NODE_ENV: 'development' },
  { NODE_ENV: 'test', HOST: 'localhost' },
  { HOST: '::1', PUBLIC_URL: 'http://localhost:4000' },
  { HOST: '127.0.0.2', PUBLIC_URL: 'https://127.0.0.1/', STRIPE_SECRET_KEY: '' },
];

const businesses: [sign: string, environment: Record<string, string>][] = [
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

const refused = 'refused';

function decide(environment: Record<string, string>, sandbox: SettingValue, demo: SettingValue) {
  const written = {
    ...environment,
    ...(sandbox === undefined ? {} : { NAMELOAN_SANDBOX: sandbox }),
    ...(demo === undefined ? {} : { NAMELOAN_DEMO: demo }),
  };
  try {
    return { play: checkSandboxAllowed(readStartSettings(written), written), text: '' };
  } catch (error) {
    assert.ok(error instanceof StartError);
    return { play: refused, text: error.message } as const;
  }
}

test('on a laptop both are on unless switched off, and demo data never without the sandbox', () => {
  for (const laptop of laptops) {
    for (const sandbox of choices) {
      for (const demo of choices) {
        const off: ProductionGuard | typeof refused =
          demo === 'on' ? refused : { sandbox: false, demo: 'none' };
        const on: ProductionGuard = { sandbox: true, demo: demo === 'off' ? 'none' : 'known' };
        const { play } = decide(laptop, sandbox, demo);
        assert.deepEqual(
          play,
          sandbox === 'off' ? off : on,
          JSON.stringify([laptop, sandbox, demo]),
        );
      }
    }
  }
});

test('where business is meant neither runs unless it is written there, and never with the known password', () => {
  for (const [sign, business] of businesses) {
    for (const sandbox of choices) {
      for (const demo of choices) {
        const about = JSON.stringify([business, sandbox, demo]);
        const { play, text } = decide(business, sandbox, demo);
        if (sandbox === 'on')
          assert.deepEqual(play, { sandbox: true, demo: demo === 'on' ? 'random' : 'none' }, about);
        else if (sandbox === 'off' && demo !== 'on')
          assert.deepEqual(play, { sandbox: false, demo: 'none' }, about);
        else {
          assert.equal(play, refused, about);
          assert.match(text, /NAMELOAN_SANDBOX/, about);
          assert.match(text, new RegExp(sandbox === 'off' ? 'NAMELOAN_DEMO' : sign), about);
          assert.equal(text.split('\n').length, 1);
          assert.doesNotMatch(text, /sk_live_x|whsec_x/);
        }
      }
    }
  }
});
