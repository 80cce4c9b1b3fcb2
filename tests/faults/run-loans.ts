/** Loans on every branch in a cluster where anything dies: what became of them, counted. */

import { serviceNames } from '@nameloan/contracts/platform.ts';
import { MongoClient } from 'mongodb';
import { faultsOf } from '../flows/crashes/check-loan-end.ts';
import { internal, troubles, until } from '../flows/crashes/retry-call.ts';
import { liveAll } from '../flows/crashes/run-all-loans.ts';
import type { World } from '../flows/world/world.ts';
import { TalkingLoan } from './chatting-loan.ts';

export interface Outcome {
  loans: number;
  stuck: string[];
  /** Things that are there twice, not at all, or with the wrong one. */
  faults: string[];
  messages: number;
  /** Messages that were refused for good. */
  refusedMessages: string[];
  ledger: { sumCents: number; entries: number; mismatches: unknown[] };
  /** What is left in the stores: facts unsent, parked or dead, fees held. */
  left: Record<string, number>;
  /** Calls that were answered with a 500. */
  internal: string[];
  broken: number;
  refused: number;
}

/** Lives them all to their ends while `meanwhile` runs; it is told whether any loan is still open. */
export async function liveThrough(
  world: World,
  loans: number,
  meanwhile: (busy: () => boolean) => Promise<void>,
): Promise<Outcome> {
  const { all, stuck } = await liveAll(world, { loans, make: TalkingLoan }, meanwhile);
  const faults: string[] = [];
  for (const [number, { loan, plan }] of all.entries()) {
    if (stuck.has(number)) continue;
    faults.push(...(await faultsOf(loan, plan)), ...(await loan.chatFaults()));
  }
  // What is still there at the deadline, `left` tells.
  await until('the stores to come to rest', async () =>
    Object.values(await leftIn(world)).every((count) => count === 0),
  ).catch(() => undefined);
  return {
    ...{
      loans,
      stuck: [...stuck.values()],
      faults,
      ledger: await world.checkLedger(),
      left: await leftIn(world),
    },
    messages: all.reduce((count, { loan }) => count + loan.acknowledged.length, 0),
    refusedMessages: all.flatMap(({ loan }) => loan.refused),
    ...{ internal, broken: troubles.broken, refused: troubles.refused },
  };
}

/** Rows in the services' databases that should be none once all is over. */
async function leftIn(world: World): Promise<Record<string, number>> {
  const client = await new MongoClient(world.store.mongoUrl).connect();
  try {
    const count = async (collection: string, filter = {}) => {
      const counts = serviceNames.map((name) =>
        client
          .db(`${world.store.databasePrefix}${name}`)
          .collection(collection)
          .countDocuments(filter),
      );
      return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
    };
    return {
      outbox: await count('outbox'),
      parked: await count('deferred_events'),
      deadLetters: await count('dead_letters'),
      held: await count('holds', { status: 'HELD' }),
    };
  } finally {
    await client.close();
  }
}

export function printOutcome(outcome: Outcome): void {
  const { loans, stuck, faults, messages, refusedMessages, ledger, left } = outcome;
  console.log(
    `loans ${loans}, stuck ${stuck.length}, faults ${faults.length}; messages ${messages}, ` +
      `refused for good ${refusedMessages.length}; ` +
      `ledger ${ledger.entries} entries, sum ${ledger.sumCents}, mismatches ${ledger.mismatches.length}; ` +
      `left ${JSON.stringify(left)}; calls broken off ${outcome.broken}, refused for a while ` +
      `${outcome.refused}, answered 500 ${outcome.internal.length}`,
  );
  for (const one of [...stuck, ...faults, ...refusedMessages, ...outcome.internal])
    console.log(one);
}

/** Sentences for what must not be; none where all is well. */
export function wrongIn(outcome: Outcome): string[] {
  const { stuck, faults, ledger, left } = outcome;
  return [
    ...stuck,
    ...faults,
    ...outcome.refusedMessages,
    ...outcome.internal,
    ...(outcome.messages > 0 ? [] : ['no message was taken']),
    ...(ledger.entries > 0 ? [] : ['nothing was booked']),
    ...(ledger.sumCents === 0 ? [] : [`the ledger sums to ${ledger.sumCents}`]),
    ...ledger.mismatches.map(String),
    ...Object.entries(left).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`])),
  ];
}
