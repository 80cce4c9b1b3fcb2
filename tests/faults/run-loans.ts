/** Runs loans through every scenario in a cluster with faults and counts the results. */

import { serviceNames } from '@nameloan/contracts/platform';
import { MongoClient } from 'mongodb';
import { findLoanErrors } from '../flows/crashes/check-loan-end.ts';
import { describeError } from '../flows/crashes/plan-loans.ts';
import { internalErrors, retryCounts, waitUntil } from '../flows/crashes/retry-call.ts';
import { runAllLoans } from '../flows/crashes/run-all-loans.ts';
import type { TestEnvironment } from '../flows/environment/test-environment.ts';
import { ChattingLoan } from './chatting-loan.ts';

export interface Outcome {
  loans: number;
  stuck: string[];
  /** Results that are duplicated, missing or owned by the wrong party. */
  errors: string[];
  messages: number;
  /** Messages that the product rejected permanently. */
  rejectedMessages: string[];
  ledger: { sumCents: number; entries: number; mismatches: unknown[] };
  /** Rows that should be gone: unsent, deferred and dead-lettered events, held fees. */
  leftovers: Record<string, number>;
  /** Calls that returned a 500. */
  internalErrors: string[];
  failedCalls: number;
  rejectedCalls: number;
}

/** Runs all loans to their ends next to `whileRunning`, which receives a check for whether any loan is still open. */
export async function runLoans(
  environment: TestEnvironment,
  loans: number,
  whileRunning: (busy: () => boolean) => Promise<void>,
): Promise<Outcome> {
  const { all, stuck } = await runAllLoans(
    environment,
    { loans, make: ChattingLoan },
    whileRunning,
  );
  const errors: string[] = [];
  for (const [number, { loan, plan }] of all.entries()) {
    if (stuck.has(number)) continue;
    errors.push(
      ...(await findLoanErrors(loan, plan).catch(describeAndThrow)),
      ...(await loan.findChatErrors().catch(describeAndThrow)),
    );
  }
  // `leftovers` reports what is still there at the deadline.
  await waitUntil('empty outboxes, queues and holds', async () =>
    Object.values(await countLeftovers(environment)).every((count) => count === 0),
  ).catch(() => undefined);
  return {
    ...{
      loans,
      stuck: [...stuck.values()],
      errors,
      ledger: await environment.checkLedger(),
      leftovers: await countLeftovers(environment),
    },
    messages: all.reduce((count, { loan }) => count + loan.acknowledged.length, 0),
    rejectedMessages: all.flatMap(({ loan }) => loan.rejected),
    ...{ internalErrors, failedCalls: retryCounts.failed, rejectedCalls: retryCounts.rejected },
  };
}

/** The runner prints only the message, and the cause quotes the product's last response. */
function describeAndThrow(error: Error): never {
  throw new Error(describeError(error), { cause: error });
}

/** Counts rows in the services' databases that must be gone once all loans have ended. */
async function countLeftovers(environment: TestEnvironment): Promise<Record<string, number>> {
  const client = await new MongoClient(environment.store.mongoUrl).connect();
  try {
    const count = async (collection: string, filter = {}) => {
      const counts = serviceNames.map((name) =>
        client
          .db(`${environment.store.databasePrefix}${name}`)
          .collection(collection)
          .countDocuments(filter),
      );
      return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
    };
    return {
      outbox: await count('outbox'),
      deferred: await count('deferred_events'),
      deadLetters: await count('dead_letters'),
      held: await count('holds', { status: 'HELD' }),
    };
  } finally {
    await client.close();
  }
}

export function printOutcome(outcome: Outcome): void {
  const { loans, stuck, errors, messages, rejectedMessages, ledger, leftovers } = outcome;
  console.log(
    `loans ${loans}, stuck ${stuck.length}, errors ${errors.length}; messages ${messages}, ` +
      `rejected ${rejectedMessages.length}; ` +
      `ledger ${ledger.entries} entries, sum ${ledger.sumCents}, mismatches ${ledger.mismatches.length}; ` +
      `leftovers ${JSON.stringify(leftovers)}; calls failed ${outcome.failedCalls}, rejected ` +
      `temporarily ${outcome.rejectedCalls}, status 500 ${outcome.internalErrors.length}`,
  );
  for (const one of [...stuck, ...errors, ...rejectedMessages, ...outcome.internalErrors])
    console.log(one);
}

/** Describes each violated guarantee; empty when all hold. */
export function findViolations(outcome: Outcome): string[] {
  const { stuck, errors, ledger, leftovers } = outcome;
  return [
    ...stuck,
    ...errors,
    ...outcome.rejectedMessages,
    ...outcome.internalErrors,
    ...(outcome.messages > 0 ? [] : ['no message was accepted']),
    ...(ledger.entries > 0 ? [] : ['the ledger has no entries']),
    ...(ledger.sumCents === 0 ? [] : [`the ledger sums to ${ledger.sumCents}`]),
    ...ledger.mismatches.map(String),
    ...Object.entries(leftovers).flatMap(([what, count]) =>
      count === 0 ? [] : [`${what}: ${count}`],
    ),
  ];
}
