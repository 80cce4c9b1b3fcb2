/** Stores a domain in a state that it would reach only after earlier steps, bypassing the state machines. */

import type { Tx } from '@nameloan/persistence/tx';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';

export async function storeAsIs({ id, version, ...rest }: Domain, tx: Tx): Promise<void> {
  const document = { ...rest, version: version + 1 };
  await domains.raw.replaceOne({ _id: id } as never, document as never, {
    upsert: true,
    session: tx.session,
  });
}
