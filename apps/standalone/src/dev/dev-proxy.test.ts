/** The back end of `npm run dev` applies the production guard like `npm start`, and the proxy targets the address that it listens on. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSandboxAllowed } from '../guard-production.ts';
import { readStartSettings } from '../settings.ts';
import { proxiedEnvironment, proxiedUrl } from './dev-proxy.ts';

const ports = { port: 4000, backEndPort: 5000 };

function resolveProxy(environment: Record<string, string>) {
  const settings = readStartSettings(environment);
  const backEndEnvironment = proxiedEnvironment(environment, { ...ports, settings });
  return {
    expected: checkSandboxAllowed(settings, environment),
    actual: checkSandboxAllowed(readStartSettings(backEndEnvironment), backEndEnvironment),
    backEndEnvironment,
    url: proxiedUrl({ ...ports, settings }),
  };
}

test('a server that other machines can reach has no accounts with the published password', () => {
  for (const HOST of ['0.0.0.0', '::', '10.1.2.3', '127.0.0.1', 'localhost'])
    for (const NAMELOAN_DEMO of [undefined, 'on', 'off']) {
      const demo: Record<string, string> = NAMELOAN_DEMO ? { NAMELOAN_DEMO } : {};
      const { expected, actual } = resolveProxy({ HOST, NAMELOAN_SANDBOX: 'on', ...demo });
      assert.deepEqual(actual, expected, `${HOST} ${NAMELOAN_DEMO}`);
    }
});

test('the proxy targets the address of the back end, which trusts the addresses that the proxy forwards', () => {
  for (const [HOST, url] of [
    ['127.0.0.1', 'http://127.0.0.1:5000'],
    ['localhost', 'http://localhost:5000'],
    ['0.0.0.0', 'http://127.0.0.1:5000'],
    ['::', 'http://[::1]:5000'],
    ['fd00::1', 'http://[fd00::1]:5000'],
    ['10.1.2.3', 'http://10.1.2.3:5000'],
  ] as const) {
    const proxy = resolveProxy({ HOST, NAMELOAN_SANDBOX: 'on', TRUST_PROXY: '10.0.0.9' });
    assert.equal(proxy.url, url);
    const { TRUST_PROXY, PUBLIC_URL, PORT } = proxy.backEndEnvironment;
    const proxyAddress = HOST === '10.1.2.3' || HOST === 'fd00::1' ? `,${HOST}` : '';
    assert.equal(TRUST_PROXY, `10.0.0.9,loopback${proxyAddress}`);
    assert.deepEqual([PUBLIC_URL, PORT], ['http://localhost:4000', '5000']);
  }
});
