/** Our no to a registrar that asks for a name which is to stay: silence would be consent. */

import { EppRejectedError } from '../registrar/registrar-errors.ts';
import { registry } from '../registry.ts';

/** Until it is refused nothing can be locked. Does nothing where nobody asks, or no longer. */
export async function rejectTransferRequest(name: string): Promise<void> {
  const { statuses } = await registry().info(name);
  if (!statuses.includes('pendingTransfer')) return;
  try {
    await registry().transferReject(name);
  } catch (error) {
    if (!(error instanceof EppRejectedError && error.code === 'NOT_PENDING')) throw error;
  }
}
