/** An operator sees how the door fares: what was answered, how fast, and refused with what. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { register } from 'prom-client';
import type { TestGateway } from './testing/gateway.ts';
import { startTestGateway } from './testing/gateway.ts';

let gateway: TestGateway;
before(async () => {
  gateway = await startTestGateway({
    replies: {
      'Query.escrow': ({ args }) => {
        if (args.id === 'bug') throw new Error('a bug');
        throw new DomainError('FORBIDDEN', 'This loan is not yours.');
      },
    },
  });
});
after(() => gateway.stop());

/** The value of one series, 0 where there is none yet. */
async function readSeries(figure: string, labels: string[]): Promise<number> {
  const lines = (await register.metrics()).split('\n');
  const line = lines.find(
    (one) => one.startsWith(`${figure}{`) && labels.every((label) => one.includes(label)),
  );
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** By how much each series grows while `work` is done, and awaited: an answer is counted once it has left. */
async function expectGrowth(
  series: readonly [string, string[], number][],
  work: () => Promise<unknown>,
): Promise<void> {
  const read = () => Promise.all(series.map(([figure, labels]) => readSeries(figure, labels)));
  const before = await read();
  await work();
  const wanted = series.map(([, , growth], at) => (before[at] ?? 0) + growth);
  const deadline = Date.now() + 30_000;
  let seen = await read();
  while (seen.join() !== wanted.join() && Date.now() < deadline) seen = await read();
  assert.deepEqual(seen, wanted);
}

test('an answer is counted by its route, its status and its time', async () => {
  const place = ['method="GET"', 'route="/api/openapi.json"'];
  const series: [string, string[], number][] = [
    ['nameloan_requests_total', [...place, 'status="200"'], 3],
    ['nameloan_request_seconds_count', place, 3],
    ['nameloan_request_seconds_bucket', [...place, 'le="+Inf"'], 3],
  ];
  await expectGrowth(series, async () => {
    for (let count = 0; count < 3; count++) await gateway.call('GET', '/api/openapi.json');
  });
});

test('whatever is asked for in vain is one series', async () => {
  const series: [string, string[], number][] = [
    ['nameloan_requests_total', ['route="none"', 'status="404"'], 20],
    ['nameloan_requests_total', ['route="none"', 'status="405"'], 1],
    ['nameloan_rejections_total', ['code="NOT_FOUND"'], 20],
  ];
  await expectGrowth(series, async () => {
    for (let count = 0; count < 20; count++) await gateway.call('GET', `/api/made/up/${count}`);
    await gateway.call('DELETE', '/graphql');
  });
  assert.doesNotMatch(await register.metrics(), /made/);
});

test('a refusal inside an answer of 200 is counted by its code, and a bug of ours as INTERNAL', async () => {
  const token = await gateway.token();
  for (const [id, code] of [
    ['mine', 'FORBIDDEN'],
    ['bug', 'INTERNAL'],
  ])
    await expectGrowth([['nameloan_rejections_total', [`code="${code}"`], 1]], async () => {
      const query = `{ escrow(id: "${id}") { id } }`;
      const { status, body } = await gateway.call('POST', '/graphql', { token, body: { query } });
      assert.deepEqual([status, body.errors[0].extensions.code], [200, code]);
    });
});
