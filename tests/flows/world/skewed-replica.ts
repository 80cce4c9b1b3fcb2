/**
 * Preloaded into a replica of domains: its clock is off, and of two replicas one secures what arrives and the other
 * does all else. On `hold SUBJECT` the next commit that tells such a fact waits until `go on`; `held` says that one does.
 */

import { Jobs } from '@nameloan/service/store/jobs.ts';
import { Outbox } from '@nameloan/service/store/outbox.ts';
import { skewClock } from './skew-clock.ts';

export interface SkewedReplica {
  skewMs: number;
  /** Whether it runs the jobs that secure an arrival, and no others, or all but those. */
  securesArrivals: boolean;
}

const { skewMs, securesArrivals } = JSON.parse(process.argv[2] ?? '') as SkewedReplica;
skewClock(skewMs);

const start = Jobs.prototype.start;
Jobs.prototype.start = function (handlers, log) {
  const mine = Object.entries(handlers).filter(
    ([kind]) => (kind === 'secure-arrival') === securesArrivals,
  );
  start.call(this, Object.fromEntries(mine), log);
};

let held = '';
let goesOn = Promise.withResolvers<void>();
const add = Outbox.prototype.add;
Outbox.prototype.add = async function (rows, session) {
  await add.call(this, rows, session);
  if (!rows.some(({ subject }) => subject === held)) return;
  process.send?.('held');
  await goesOn.promise;
};
process.on('message', (message) => {
  const [verb, subject = ''] = String(message).split(' ');
  held = verb === 'hold' ? subject : '';
  if (verb !== 'hold') return goesOn.resolve();
  goesOn = Promise.withResolvers();
  process.send?.('holding');
});
process.channel?.unref();
