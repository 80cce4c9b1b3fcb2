/** Each external party with each fault, seen by a client of its protocol; and the validation of the control API. */

import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { after, afterEach, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import type { Answer } from '../control/test-control.ts';
import { call, ok, until } from '../control/test-control.ts';
import { codeOf, domainXml, TestRegistrar, transferXml } from '../epp/test-registrar.ts';
import type { Fault, FaultKind, Party } from '../records.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import type { TestProduct } from '../webhook/test-product.ts';
import { startTestProduct } from '../webhook/test-product.ts';
import { createGarbage } from './garbage.ts';

let sandbox: RunningSandbox;
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
  sandbox = await startSandbox({
    stripe: { url: product.url },
    nowpayments: { url: product.url },
  });
});
after(async () => {
  await sandbox.close();
  await product.close();
});
afterEach(() => put({}));

const put = (faults: unknown) => ok(sandbox, 'PUT', '/settings', { faults });
const withFault = (party: Party, kind: FaultKind, more: Partial<Fault> = {}) =>
  put({ [party]: { kind, ...more } });

const requestCount = 24;

/** The outcomes of two dozen requests, enough to show both random variants of a fault. */
async function outcomes(request: () => Promise<string>): Promise<Set<string>> {
  const results = new Set<string>();
  for (let count = 0; count < requestCount; count += 1) results.add(await request());
  return results;
}

test('faults are shown as requested, replace each other, and end by timeout or with an empty list', async () => {
  const epp = { kind: 'slow', share: 0.5, forSeconds: 60 };
  assert.deepEqual((await put({ epp, dns: { kind: 'drop' } })).faults, {
    epp,
    dns: { kind: 'drop', share: 1 },
  });
  await ok(sandbox, 'PUT', '/settings', { autoApproveSeconds: null });
  assert.equal((await ok(sandbox, 'GET', '/settings')).faults.epp.kind, 'slow', 'others stay');
  const shown = await ok(sandbox, 'GET', '/settings');
  assert.deepEqual((await ok(sandbox, 'PUT', '/settings', shown)).faults, shown.faults);
  assert.deepEqual((await put({ smtp: { kind: 'refuse', forSeconds: 0.05 } })).faults, {
    smtp: { kind: 'refuse', share: 1, forSeconds: 1 },
  });
  await until(async () => Object.keys((await ok(sandbox, 'GET', '/settings')).faults).length === 0);
  await put({ dns: { kind: 'drop' } });
  assert.deepEqual((await put({})).faults, {});
});

test('an invalid fault is rejected with 400 and its field, and changes nothing', async () => {
  await withFault('dns', 'drop', { share: 0.5 });
  const wrong: [faults: unknown, field: string][] = [
    ['slow', 'faults'],
    [{ web: { kind: 'slow' } }, 'faults.web'],
    [{ epp: {} }, 'faults.epp.kind'],
    [{ epp: null }, 'faults.epp'],
    [{ epp: { kind: 'sleepy' } }, 'faults.epp.kind'],
    [{ epp: { kind: 'slow', share: 0 } }, 'faults.epp.share'],
    [{ epp: { kind: 'slow', share: 1.1 } }, 'faults.epp.share'],
    [{ epp: { kind: 'slow', forSeconds: 0 } }, 'faults.epp.forSeconds'],
    [{ epp: { kind: 'slow', forSeconds: '5' } }, 'faults.epp.forSeconds'],
    [{ epp: { kind: 'slow', for: 5 } }, 'faults.epp.for'],
  ];
  for (const [faults, field] of wrong) {
    const answer = await call(sandbox, 'PUT', '/settings', { autoApproveSeconds: 9, faults });
    assert.equal(answer.status, 400, field);
    assert.equal(answer.body.field, field);
    assert.ok(answer.body.message.startsWith(`${field}: `), answer.body.message);
  }
  const { faults, autoApproveSeconds } = await ok(sandbox, 'GET', '/settings');
  assert.deepEqual(faults, { dns: { kind: 'drop', share: 0.5 } });
  assert.equal(autoApproveSeconds, null);
});

/** The outcome of one domain:update on its own connection, and whether the registry applied it. */
async function update(name: string): Promise<string> {
  await put({});
  const registrar = await TestRegistrar.loggedIn(sandbox);
  const before = await ok(sandbox, 'GET', `/registry/domains/${name}`);
  await withFault('epp', eppKind);
  const statuses = before.statuses.includes('clientHold') ? 'rem' : 'add';
  const content = `<domain:name>${name}</domain:name><domain:${statuses}><domain:status s="clientHold"/></domain:${statuses}>`;
  const answer = await registrar.unchecked(domainXml('update', content));
  registrar.close();
  const after = await ok(sandbox, 'GET', `/registry/domains/${name}`);
  const done = String(after.statuses) === String(before.statuses) ? 'undone' : 'done';
  const outcome = answer?.trimEnd().endsWith('</epp>') ? codeOf(answer) : 'nonsense';
  return `${answer === null ? 'cut' : outcome} ${done}`;
}
let eppKind: FaultKind = 'slow';

test('a faulty registry responds late, rejects, disconnects or sends invalid responses', async () => {
  const name = 'faulty.com';
  const registrar = await TestRegistrar.loggedIn(sandbox);
  await own(registrar, name);
  registrar.close();
  const expected = {
    refuse: ['2400 undone'],
    drop: ['cut done', 'cut undone'],
    nonsense: ['nonsense done', 'nonsense undone'],
  } as const;
  for (const [kind, wanted] of Object.entries(expected)) {
    eppKind = kind as FaultKind;
    assert.deepEqual([...(await outcomes(() => update(name)))].sort(), wanted, kind);
  }
});

async function own(registrar: TestRegistrar, name: string): Promise<void> {
  const { authCode } = await ok(sandbox, 'GET', `/registry/domains/${name}`);
  await registrar.command(transferXml('request', name, authCode));
  await ok(sandbox, 'POST', `/registry/domains/${name}/approve`);
}

test('a faulty DNS server refuses, does not respond or sends invalid responses, and never a definite answer', async () => {
  await ok(sandbox, 'PUT', '/dns/proof.example.com', { txt: ['here'] });
  const shortMs = 150;
  const ask = async (timeout = 5000) => {
    const resolver = new Resolver({ timeout, tries: 1 });
    resolver.setServers([`${sandbox.dns.host}:${sandbox.dns.port}`]);
    const answer = await resolver
      .resolveTxt('proof.example.com')
      .catch((error: { code: string }) => error);
    return 'code' in answer ? answer.code : 'found';
  };
  await withFault('dns', 'refuse');
  assert.equal(await ask(), 'EREFUSED');
  await withFault('dns', 'drop');
  assert.equal(await ask(shortMs), 'ETIMEOUT');
  await withFault('dns', 'slow');
  assert.equal(await ask(shortMs), 'ETIMEOUT');
  await withFault('dns', 'nonsense');
  for (const code of await outcomes(() => ask(shortMs)))
    assert.ok(!['found', 'ENOTFOUND', 'ENODATA'].includes(code), code);
  await put({});
  assert.equal(await ask(), 'found');
});

test('an invalid response never begins like a valid one', () => {
  const draws = 20_000;
  for (let count = 0; count < draws; count += 1)
    assert.doesNotMatch(createGarbage('').toString('latin1'), /^[2-5]/m);
});

test('a faulty mail server responds with 451, disconnects or sends invalid responses, with or without keeping the mail', async () => {
  const mails = async () => (await ok(sandbox, 'GET', '/mail?to=ann@faults.example')).length;
  const send = async () => {
    const before = await mails();
    const post = createTransport({ host: sandbox.smtp.host, port: sandbox.smtp.port });
    const to = { from: 'a@faults.example', to: 'ann@faults.example', subject: 'x', text: 'y' };
    const outcome = await post.sendMail(to).then(
      () => 'sent',
      (error: { responseCode?: number }) => String(error.responseCode ?? 'broken'),
    );
    return `${outcome} ${(await mails()) - before}`;
  };
  assert.equal(await send(), 'sent 1');
  await withFault('smtp', 'refuse');
  assert.equal(await send(), '451 0');
  for (const kind of ['drop', 'nonsense'] as const) {
    await withFault('smtp', kind);
    const results = [...(await outcomes(send))];
    assert.ok(!results.some((one) => one.startsWith('sent')), results.join());
    assert.deepEqual([...new Set(results.map((one) => one.at(-1)))].sort(), ['0', '1'], kind);
  }
});

const orders = {
  stripe: {
    path: '/v1/checkout/sessions',
    headers: { authorization: 'Bearer sk_test_x' },
    body: 'mode=payment&success_url=http://localhost/&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=500&line_items[0][price_data][product_data][name]=x',
    id: /"id":"(cs_test_\w+)"/,
  },
  nowpayments: {
    path: '/v1/invoice',
    headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
    body: '{"price_amount":5,"price_currency":"usd"}',
    id: /"id":"(\d+)"/,
  },
} as const;

for (const party of ['stripe', 'nowpayments'] as const) {
  const order = orders[party];
  const place = (): Promise<Answer> =>
    fetch(`${sandbox[party].url}${order.path}`, {
      method: 'POST',
      headers: order.headers,
      body: order.body,
    }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => ({ status: 0, text: '' }),
    );
  const placed = async () => {
    const before = (await ok(sandbox, 'GET', '/checkouts')).length;
    const { status, text } = await place();
    const made = (await ok(sandbox, 'GET', '/checkouts')).length - before;
    return `${status} ${order.id.test(text) ? 'id' : '-'} ${made}`;
  };

  test(`a faulty ${party} responds with 503, disconnects or sends invalid responses, with or without creating the checkout`, async () => {
    assert.equal(await placed(), '200 id 1');
    await withFault(party, 'refuse');
    assert.deepEqual([...(await outcomes(placed))], ['503 - 0']);
    await withFault(party, 'drop');
    assert.deepEqual([...(await outcomes(placed))].sort(), ['0 - 0', '0 - 1']);
    await withFault(party, 'nonsense');
    const results = [...(await outcomes(placed))];
    assert.ok(
      results.every((one) => one.startsWith('200')),
      results.join(),
    );
    assert.deepEqual([...new Set(results.map((one) => one.at(-1)))].sort(), ['0', '1']);
    const other = party === 'stripe' ? 'nowpayments' : 'stripe';
    await withFault(other, 'refuse');
    assert.equal(await placed(), '200 id 1', 'the other one’s fault is not its own');
  });

  test(`webhooks of ${party} arrive eventually, whatever its fault`, async () => {
    const { text } = await place();
    const id = order.id.exec(text)?.[1];
    const webhooks = async () => (await ok(sandbox, 'GET', `/checkouts/${id}`)).webhooks;
    await withFault(party, 'refuse');
    const calls = product.calls.length;
    await ok(sandbox, 'POST', `/checkouts/${id}/pay`);
    await until(async () => (await webhooks()).some((one: Answer) => one.attempts > 0));
    assert.equal(product.calls.length, calls, 'nothing was sent');
    assert.match((await webhooks())[0].lastResult, /has a fault: refuse/);
    await withFault(party, 'nonsense');
    await until(() => product.calls.length > calls);
    const real = product.calls.slice(calls).filter(({ body }) => body.includes(String(id)));
    assert.ok(
      real.every(({ body }) => !body.endsWith('}')),
      'only halves of it at the most',
    );
    await put({});
    await ok(sandbox, 'POST', `/checkouts/${id}/redeliver`);
    await until(async () => (await webhooks()).every((one: Answer) => one.state === 'delivered'));
  });
}

test('a share of the requests fails and the others succeed', async () => {
  await withFault('stripe', 'refuse', { share: 0.5 });
  const many = 60;
  let refused = 0;
  for (let count = 0; count < many; count += 1) {
    const answer = await fetch(`${sandbox.stripe.url}/v1/checkout/sessions/none`, {
      headers: orders.stripe.headers,
    });
    await answer.body?.cancel();
    if (answer.status === 503) refused += 1;
  }
  // A deviation of five standard deviations occurs once in two million runs.
  assert.ok(refused > 10 && refused < 50, `${refused} of ${many}`);
  assert.deepEqual(await ok(sandbox, 'GET', '/faults'), { stripe: refused });
});
