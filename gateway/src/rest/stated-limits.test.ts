/** A number that the description limits is rejected beyond its limits, and accepted at them. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openApiFile } from '../compose.ts';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
before(async () => {
  gateway = await startTestGateway({ environment: { RATE_LIMITS: 'off' } });
});
after(() => gateway.stop());

interface Parameter {
  in: string;
  name: string;
  required: boolean;
  schema: { type: unknown; minimum?: number; maximum?: number };
}

test('stated limits of the numbers in a query are those of the server, in the released description too', async () => {
  const token = await gateway.token();
  const released = openApiFile.replace(/openapi\.json$/, 'released/openapi.json');
  let checked = 0;
  for (const file of [openApiFile, released]) {
    const { paths } = JSON.parse(readFileSync(file, 'utf8'));
    for (const [path, { get }] of Object.entries<{ get?: { parameters?: Parameter[] } }>(paths)) {
      const numbers = (get?.parameters ?? []).filter(
        ({ in: place, schema }) => place === 'query' && /number|integer/.test(String(schema.type)),
      );
      for (const { name, schema } of numbers) {
        const statusOf = async (value: number) => {
          const query = `${path.replace(/\{\w+\}/g, 'x')}?${name}=${value}`;
          return (await gateway.call('GET', `/api${query}`, { token })).status;
        };
        const { minimum, maximum } = schema;
        for (const [bound, beyond] of [
          [minimum, (minimum ?? 0) - 1],
          [maximum, (maximum ?? 0) * 10],
        ] as const) {
          if (bound === undefined) continue;
          checked++;
          assert.equal(await statusOf(bound), 200, `${path} ${name}=${bound}`);
          assert.equal(await statusOf(beyond), 400, `${path} ${name}=${beyond}`);
        }
      }
    }
  }
  assert.ok(checked > 20, `${checked} limits`);
});
