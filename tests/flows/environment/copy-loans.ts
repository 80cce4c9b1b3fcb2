/** Creates many loans quickly by copying one loan in lending's database. */

import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { Store } from './mint-token.ts';

/** Copies have changed fields, but no history, contract or chat. */
export async function copyLoans(
  store: Store,
  loanId: string,
  changes: readonly Record<string, unknown>[],
): Promise<void> {
  const client = await new MongoClient(store.mongoUrl).connect();
  try {
    const escrows = client
      .db(`${store.databasePrefix}lending`)
      .collection<{ _id: string }>('escrows');
    const loan = await escrows.findOne({ _id: loanId });
    if (!loan) throw new Error(`no loan ${loanId}`);
    await escrows.insertMany(
      changes.map((change) => ({ ...loan, ...change, _id: randomUUID(), offerId: randomUUID() })),
    );
  } finally {
    await client.close();
  }
}
