/** Commands on the shared connection belong to the caller's trace, which contains only the command's name. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traced } from '@nameloan/runtime/trace';
import { traceTest } from '@nameloan/testkit/trace/trace-test';
import { response, scriptedRegistry, send, trnData } from '../../testing/scripted-registry.ts';
import { connectEpp } from './connect-epp.ts';

const password = 'registrar-password-1';
const code = 'Au-th&Code<7>';

test('each waiting command belongs to its caller’s trace, and shows no domain name or code', async (t) => {
  const registry = await scriptedRegistry(t, {
    command({ socket, id }) {
      send(socket, response(id, 1000, trnData('example.com')));
    },
  });
  const registrar = connectEpp({
    host: '127.0.0.1',
    port: registry.port,
    ca: registry.ca,
    clientId: 'Nameloan',
    password: password,
    timeoutMs: 4000,
    log: () => undefined,
  });
  t.after(() => registrar.close());
  const stopTracing = await traceTest(t, 'domains');
  const jobOf = (name: string, work: () => Promise<unknown>) =>
    traced(name, { kind: 'internal', parent: null }, work);
  await Promise.all([
    jobOf('first', () => registrar.transferRequest('example.com', code)),
    jobOf('second', () => registrar.transferQuery('example.com')),
  ]);
  const { spans, text } = await stopTracing();
  const nameOf = new Map(spans.map((span) => [span.spanId, span.name]));
  const commandSpans = spans.filter((span) => span.kind === 'client');
  assert.deepEqual(
    commandSpans.map((span) => [nameOf.get(span.parentSpanId), span.name]),
    [
      ['first', 'EPP transfer request'],
      ['second', 'EPP transfer query'],
    ],
  );
  for (const secret of [password, 'Au-th', 'example.com', 'Nameloan'])
    assert.ok(!text().includes(secret), secret);
});
