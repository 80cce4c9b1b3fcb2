/** The back end of `npm run dev` judges its surroundings as `npm start` would, and is found where it listens. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSandboxAllowed } from '../guard-production.ts';
import { readStartSettings } from '../settings.ts';
import { proxiedEnvironment, proxiedUrl } from './dev-proxy.ts';

const doors = { port: 4000, behind: 5000 };

function playedBehind(written: Record<string, string>) {
  const set = readStartSettings(written);
  const environment = proxiedEnvironment(written, { ...doors, set });
  return {
    before: checkSandboxAllowed(set, written),
    behind: checkSandboxAllowed(readStartSettings(environment), environment),
    environment,
    url: proxiedUrl({ ...doors, set }),
  };
}

test('what others can reach has no accounts with a password that is published', () => {
  for (const HOST of ['0.0.0.0', '::', '10.1.2.3', '127.0.0.1', 'localhost'])
    for (const NAMELOAN_DEMO of [undefined, 'on', 'off']) {
      const more: Record<string, string> = NAMELOAN_DEMO ? { NAMELOAN_DEMO } : {};
      const { before, behind } = playedBehind({ HOST, NAMELOAN_SANDBOX: 'on', ...more });
      assert.deepEqual(behind, before, `${HOST} ${NAMELOAN_DEMO}`);
    }
});

test('the back end is reached where it listens, and trusts the addresses that the front server forwards', () => {
  for (const [HOST, url] of [
    ['127.0.0.1', 'http://127.0.0.1:5000'],
    ['localhost', 'http://localhost:5000'],
    ['0.0.0.0', 'http://127.0.0.1:5000'],
    ['::', 'http://[::1]:5000'],
    ['fd00::1', 'http://[fd00::1]:5000'],
    ['10.1.2.3', 'http://10.1.2.3:5000'],
  ] as const) {
    const found = playedBehind({ HOST, NAMELOAN_SANDBOX: 'on', TRUST_PROXY: '10.0.0.9' });
    assert.equal(found.url, url);
    const { TRUST_PROXY, PUBLIC_URL, PORT } = found.environment;
    const own = HOST === '10.1.2.3' || HOST === 'fd00::1' ? `,${HOST}` : '';
    assert.equal(TRUST_PROXY, `10.0.0.9,loopback${own}`);
    assert.deepEqual([PUBLIC_URL, PORT], ['http://localhost:4000', '5000']);
  }
});
