/** Sets the registrar lock of a domain in custody, and lifts and restores it around changes. */

import type { ClientStatus, DomainChange } from '../registrar/registrar.ts';
import { EppRejectedError } from '../registrar/registrar-errors.ts';
import { registry } from '../registry.ts';

/** The statuses that every domain in custody has at the registry. */
export const lockStatuses: readonly ClientStatus[] = [
  'clientTransferProhibited',
  'clientUpdateProhibited',
  'clientDeleteProhibited',
];

/** EPP result code: an object's status prohibits the operation (RFC 5730). */
const statusProhibits = 2304;

/** Makes exactly these of the three lock statuses set at the registry. Idempotent. */
export function setLock(name: string, wanted: readonly ClientStatus[]): Promise<void> {
  return retryIfLocked(() => setLockOnce(name, wanted));
}

async function setLockOnce(name: string, wanted: readonly ClientStatus[]): Promise<void> {
  const { statuses } = await registry().info(name);
  const add = wanted.filter((status) => !statuses.includes(status));
  const remove = lockStatuses.filter(
    (status) => statuses.includes(status) && !wanted.includes(status),
  );
  if (add.length === 0 && remove.length === 0) return;
  const wasClosed = statuses.includes('clientUpdateProhibited');
  if (wasClosed) await registry().update(name, { removeStatuses: ['clientUpdateProhibited'] });
  const rest = {
    addStatuses: add.filter((status) => status !== 'clientUpdateProhibited'),
    removeStatuses: remove.filter((status) => status !== 'clientUpdateProhibited'),
  };
  if (rest.addStatuses.length + rest.removeStatuses.length > 0) await registry().update(name, rest);
  if (wanted.includes('clientUpdateProhibited')) {
    await registry().update(name, { addStatuses: ['clientUpdateProhibited'] });
  }
}

/** Changes a locked domain: lifts the update lock, applies the change and restores the lock even if the change fails. */
export function changeLockedDomain(name: string, change: DomainChange): Promise<void> {
  return retryIfLocked(() => changeOnce(name, change));
}

/** Another change, of nameservers or of the auth code, may restore the lock after this one has lifted it. */
async function retryIfLocked(change: () => Promise<void>): Promise<void> {
  for (let retriesLeft = 3; ; retriesLeft -= 1) {
    try {
      return await change();
    } catch (error) {
      const isLocked = error instanceof EppRejectedError && error.resultCode === statusProhibits;
      if (!isLocked || retriesLeft === 0) throw error;
    }
  }
}

async function changeOnce(name: string, change: DomainChange): Promise<void> {
  const { statuses } = await registry().info(name);
  if (statuses.includes('clientUpdateProhibited')) {
    await registry().update(name, { removeStatuses: ['clientUpdateProhibited'] });
  }
  try {
    await registry().update(name, change);
  } finally {
    await registry().update(name, { addStatuses: ['clientUpdateProhibited'] });
  }
}
