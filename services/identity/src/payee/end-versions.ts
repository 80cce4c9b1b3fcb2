/** Stops the versions of a payee that another person entered, and publishes which details are valid now. */

import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { payees } from './payee.model.ts';
import type { Payee, PayeeVersion } from './payee.ts';
import { stopVersions } from './payee.ts';
import { emitPayeeChanged, eraseDetails } from './save-version.ts';

/** Nothing is written or published without such a version. */
export async function endVersions(
  payee: Payee,
  isForeign: (version: PayeeVersion) => boolean,
  tx: Tx,
): Promise<void> {
  const foreign = payee.versions.filter((one) => isForeign(one) && one.endedAs !== 'STOPPED');
  const [first] = foreign;
  if (!first) return;
  const stopped = stopVersions(payee, isForeign, accountNow());
  const saved = await payees.update(payee, stopped, tx);
  if (payee.status === 'DELETED') return;
  if (stopped.status === 'DELETED') {
    await eraseDetails(payee.id, tx);
    emitPayeeChanged(saved, { version: first, change: 'REMOVED' }, tx);
    return;
  }
  const ended = foreign.findLast(({ endedAs }) => endedAs === null);
  if (ended) emitPayeeChanged(saved, { version: ended, change: 'STOPPED' }, tx);
}
