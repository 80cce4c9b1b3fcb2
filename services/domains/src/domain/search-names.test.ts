/** The search of an account's own domains. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestDomains } from '../testing/start-domains.ts';
import { addTestDomain, expectData, startDomains } from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

test('the search finds any part of the account’s own names, in any case and spelling, and takes no pattern', async () => {
  const names = ['bücher-hafen.com', 'harbor-light.com', 'lighthouse.dev', 'plain.net'];
  for (const name of names) await addTestDomain(s, 'sue', name);
  await addTestDomain(s, 'ulf', 'light-of-ulf.com');
  const find = async (search: string | null) =>
    expectData(
      await s.as('sue')(
        'query ($query: String) { domains(query: $query, sort: NAME, direction: ASC) { total domains { unicodeName } } }',
        { query: search },
      ),
    ).domains;
  const finds = async (search: string | null) => {
    const { total, domains } = await find(search);
    assert.equal(total, domains.length);
    return domains.map((one: { unicodeName: string }) => one.unicodeName);
  };
  assert.deepEqual(await finds('light'), ['harbor-light.com', 'lighthouse.dev']);
  assert.deepEqual(await finds('  LIGHT.c '), ['harbor-light.com']);
  assert.deepEqual(await finds('r-l'), ['harbor-light.com']);
  assert.deepEqual(await finds('BU\u0308CH'), ['bücher-hafen.com']);
  assert.deepEqual(await finds('xn--b'), ['bücher-hafen.com']);
  for (const all of ['', '  ', null]) assert.equal((await finds(all)).length, names.length);
  for (const none of ['.*', '^', 'light$', '[a-z]', '(', '\\', 'ulf', '漢']) {
    assert.deepEqual(await finds(none), [], none);
  }
  for (const wrong of ['x'.repeat(254), 'a\u0000', 'a\ud800']) {
    const rejected = await s.as('sue')(
      'query ($query: String) { domains(query: $query) { total } }',
      { query: wrong },
    );
    assert.equal(rejected.code, 'INVALID_INPUT');
    assert.deepEqual(Object.keys(rejected.fields ?? {}), ['query']);
  }
});
