/** The owner calls a transfer in off, as long as the registry still waits. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { conflict, ownedBy } from '../domain/domain.ts';
import { EppRefusal } from '../registrar/registrar-errors.ts';
import { asDomainError, registry } from '../registry.ts';
import { giveUp } from './transfer-in.ts';

const notPending = 2301;

export async function cancelTransferIn(actor: AccountActor, id: string): Promise<Domain> {
  const domain = ownedBy(await domains.find(id), actor.accountId);
  const { transferIn } = domain;
  if (domain.pendingTransfer !== 'IN' || !transferIn)
    throw conflict('No transfer in of this domain is under way.');
  if (transferIn.state === 'HOLDING' || transferIn.state === 'REQUESTING') {
    throw conflict('The transfer is just being sent. Please try again in a minute.');
  }
  if (transferIn.state === 'ARRIVING') throw conflict('The transfer has been approved already.');
  try {
    await registry().transferCancel(domain.name);
  } catch (error) {
    if (error instanceof EppRefusal && error.resultCode === notPending) {
      throw conflict(
        'The transfer has ended at the registry already; its outcome shows here shortly.',
      );
    }
    throw asDomainError(error);
  }
  return giveUp(id, transferIn.holdId, 'You cancelled the transfer.');
}
