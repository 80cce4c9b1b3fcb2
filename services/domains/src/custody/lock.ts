/** Sets the registrar lock of a domain in custody, and lifts and restores it around changes. */

import type {
  ClientStatus,
  DomainChange,
  Registrar,
  RegistryDomain,
} from '../registrar/registrar.ts';
import { EppRejectedError } from '../registrar/registrar-errors.ts';

/** The statuses that a domain in custody has at the registry, as far as its registrar can set them. */
export const lockStatuses: readonly ClientStatus[] = [
  'clientTransferProhibited',
  'clientUpdateProhibited',
  'clientDeleteProhibited',
];

/** EPP result code: an object's status prohibits the operation (RFC 5730). */
const statusProhibits = 2304;

/** Whether a status, such as a lock or a pending transfer, prohibits the change. */
export function isProhibited(error: unknown): boolean {
  return error instanceof EppRejectedError && error.resultCode === statusProhibits;
}

/** Without an update lock a registrar only prohibits transfers. */
function settableStatuses({ capabilities }: Registrar): readonly ClientStatus[] {
  return capabilities.updateLock ? lockStatuses : ['clientTransferProhibited'];
}

/** The statuses that the lock needs and that are not set. */
export function missingLocks(
  registrar: Registrar,
  { statuses }: Pick<RegistryDomain, 'statuses'>,
): ClientStatus[] {
  return settableStatuses(registrar).filter((status) => !statuses.includes(status));
}

/** Makes exactly these of the three lock statuses set at the registry. Idempotent. */
export function setLock(
  registrar: Registrar,
  name: string,
  wanted: readonly ClientStatus[],
): Promise<void> {
  return retryIfLocked(() => setLockOnce(registrar, name, wanted));
}

async function setLockOnce(
  registrar: Registrar,
  name: string,
  wanted: readonly ClientStatus[],
): Promise<void> {
  const { statuses } = await registrar.info(name);
  const settable = settableStatuses(registrar);
  const add = settable.filter((status) => wanted.includes(status) && !statuses.includes(status));
  const remove = settable.filter((status) => statuses.includes(status) && !wanted.includes(status));
  if (add.length === 0 && remove.length === 0) return;
  const wasClosed = statuses.includes('clientUpdateProhibited');
  if (wasClosed) await registrar.update(name, { removeStatuses: ['clientUpdateProhibited'] });
  const rest = {
    addStatuses: add.filter((status) => status !== 'clientUpdateProhibited'),
    removeStatuses: remove.filter((status) => status !== 'clientUpdateProhibited'),
  };
  if (rest.addStatuses.length + rest.removeStatuses.length > 0) await registrar.update(name, rest);
  if (settable.includes('clientUpdateProhibited') && wanted.includes('clientUpdateProhibited')) {
    await registrar.update(name, { addStatuses: ['clientUpdateProhibited'] });
  }
}

/** Changes a locked domain: lifts the update lock, applies the change and restores the lock even if the change fails. */
export function changeLockedDomain(
  registrar: Registrar,
  name: string,
  change: DomainChange,
): Promise<void> {
  return retryIfLocked(() => changeOnce(registrar, name, change));
}

/** Another change, of nameservers or of the auth code, may restore the lock after this one has lifted it. */
async function retryIfLocked(change: () => Promise<void>): Promise<void> {
  for (let retriesLeft = 3; ; retriesLeft -= 1) {
    try {
      return await change();
    } catch (error) {
      if (!isProhibited(error) || retriesLeft === 0) throw error;
    }
  }
}

async function changeOnce(registrar: Registrar, name: string, change: DomainChange): Promise<void> {
  if (!registrar.capabilities.updateLock) {
    await registrar.update(name, change);
    return;
  }
  const { statuses } = await registrar.info(name);
  if (statuses.includes('clientUpdateProhibited')) {
    await registrar.update(name, { removeStatuses: ['clientUpdateProhibited'] });
  }
  try {
    await registrar.update(name, change);
  } finally {
    await registrar.update(name, { addStatuses: ['clientUpdateProhibited'] });
  }
}
