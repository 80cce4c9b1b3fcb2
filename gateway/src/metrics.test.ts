/** Metrics of requests: routes, statuses, durations and error codes. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
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

/** The value of a series, 0 if it does not exist yet. */
async function readSeries(figure: string, labels: string[]): Promise<number> {
  const lines = (await register.metrics()).split('\n');
  const line = lines.find(
    (one) => one.startsWith(`${figure}{`) && labels.every((label) => one.includes(label)),
  );
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Waits until each series has grown by the expected amount: a response is counted after it was sent. */
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

test('a response is counted by route, status and duration', async () => {
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

test('unmatched requests share one series', async () => {
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

test('an error in a response of status 200 is counted by its code, and a bug as INTERNAL', async () => {
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
