/** Shared rate limits of several gateways, without the gateways. */

import type { TestContext } from 'node:test';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { createLog } from '@nameloan/runtime/log';
import { Allowances } from '../replicas/allowances.ts';
import { Replicas } from '../replicas/replicas.ts';
import { SharedLimiter } from '../replicas/shared-limiter.ts';

const log = createLog('test', 'silent');

/** Connects to the broker until the test ends. */
export function connect(t: TestContext, url: string, stream: string): Promise<NatsBus> {
  const bus = NatsBus.connect({ url, name: 'gateway', stream, roots: [stream] });
  t.after(async () => (await bus).close());
  return bus;
}

/** Starts the replica count and the allowances of one gateway. */
export async function startLimitKeeper(
  t: TestContext,
  url: string,
  stream: string,
  options: { timeoutMs?: number } = { timeoutMs: 10_000 },
) {
  const { connection } = await connect(t, url, stream);
  const replicas = new Replicas(connection, stream);
  const counts = new Map<string, number>();
  replicas.start(() => counts);
  t.after(() => replicas.stop());
  const allowances = new Allowances({
    ...{ connection, stream, log, ...options },
    replicas: () => replicas.count,
  });
  await allowances.open();
  const draw: ConstructorParameters<typeof SharedLimiter>[1] = (...args) =>
    allowances.draw(...args);
  const limiter = (points: number, seconds = 60) =>
    new SharedLimiter({ name: 'test', points, seconds }, draw);
  return { connection, replicas, counts, limiter };
}

type Limiter = Pick<SharedLimiter, 'consume'>;

/** Sends `count` concurrent requests, spread over the limiters, and counts those that pass. */
export async function countPassed(limiters: Limiter[], count: number, key = 'k'): Promise<number> {
  const all = Array.from({ length: count }, (_, index) => limiters[index % limiters.length]);
  const settled = await Promise.allSettled(all.map((one) => one?.consume(key)));
  return settled.filter(({ status }) => status === 'fulfilled').length;
}
