/**
 * Preloaded into a replica of domains: shifts its clock and splits the jobs, so that one of two replicas secures arrivals
 * and the other runs all other jobs. After `hold SUBJECT` the next commit that publishes such an event sends `held` and
 * waits for `continue`.
 */

import { Outbox } from '@nameloan/persistence/events/outbox';
import { Jobs } from '@nameloan/persistence/jobs';
import { skewClock } from './skew-clock.ts';

export interface SkewedReplica {
  skewMs: number;
  /** Whether it runs only the jobs that secure arrivals, or all others. */
  securesArrivals: boolean;
}

const { skewMs, securesArrivals } = JSON.parse(process.argv[2] ?? '') as SkewedReplica;
skewClock(skewMs);

const start = Jobs.prototype.start;
Jobs.prototype.start = function (handlers, log) {
  const ownHandlers = Object.entries(handlers).filter(
    ([kind]) => (kind === 'secure-arrival') === securesArrivals,
  );
  start.call(this, Object.fromEntries(ownHandlers), log);
};

let heldSubject = '';
let release = Promise.withResolvers<void>();
const add = Outbox.prototype.add;
Outbox.prototype.add = async function (rows, session) {
  await add.call(this, rows, session);
  if (!rows.some(({ subject }) => subject === heldSubject)) return;
  process.send?.('held');
  await release.promise;
};
process.on('message', (message) => {
  const [command, subject = ''] = String(message).split(' ');
  heldSubject = command === 'hold' ? subject : '';
  if (command !== 'hold') return release.resolve();
  release = Promise.withResolvers();
  process.send?.('holding');
});
process.channel?.unref();
