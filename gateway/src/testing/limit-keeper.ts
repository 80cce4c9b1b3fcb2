/** The shared rate limits of several gateways, for tests that need no gateway around them. */

import type { TestContext } from 'node:test';
import { NatsBus } from '@nameloan/service/bus/nats-bus.ts';
import { createLog } from '@nameloan/service/log.ts';
import { Allowances } from '../replicas/allowances.ts';
import { Replicas } from '../replicas/replicas.ts';
import { SharedLimiter } from '../replicas/shared-limiter.ts';

const log = createLog('test', 'silent');

/** Closed after the test. */
export function connect(t: TestContext, url: string, stream: string): Promise<NatsBus> {
  const bus = NatsBus.connect({ url, name: 'gateway', stream, roots: [stream] });
  t.after(async () => (await bus).close());
  return bus;
}

/** What one gateway needs for shared limits, without the gateway. */
export async function keeper(
  t: TestContext,
  url: string,
  stream: string,
  more: { patienceMs?: number } = { patienceMs: 10_000 },
) {
  const { connection } = await connect(t, url, stream);
  const replicas = new Replicas(connection, stream);
  const counts = new Map<string, number>();
  replicas.start(() => counts);
  t.after(() => replicas.stop());
  const allowances = new Allowances({
    ...{ connection, stream, log, ...more },
    replicas: () => replicas.count,
  });
  await allowances.open();
  const draw: ConstructorParameters<typeof SharedLimiter>[1] = (...given) =>
    allowances.draw(...given);
  const limiter = (points: number, seconds = 60) =>
    new SharedLimiter({ name: 'test', points, seconds }, draw);
  return { connection, replicas, counts, limiter };
}

export type Limiter = Pick<SharedLimiter, 'consume'>;

/** How many of `tries` concurrent requests pass. */
export async function passed(limiters: Limiter[], tries: number, key = 'k'): Promise<number> {
  const all = Array.from({ length: tries }, (_, at) => limiters[at % limiters.length]);
  const settled = await Promise.allSettled(all.map((one) => one?.consume(key)));
  return settled.filter(({ status }) => status === 'fulfilled').length;
}
