/** Publishes a link that is mailed to an address of an account, which need not be its present one. */

import type { EventData } from '@nameloan/contracts/events';
import type { AccountLink } from '@nameloan/contracts/identity-events';
import type { Tx } from '@nameloan/persistence/tx';
import { newId } from '@nameloan/runtime/id';
import { serviceContext } from '../service-context.ts';

const subject = 'identity.link.requested';

/** Token and address are encrypted; identity keeps only the hash of the token. */
export function emitAccountLink(
  details: Pick<EventData<typeof subject>, 'accountId' | 'kind'> & { expiresAt: Date },
  link: AccountLink,
  tx: Tx,
): void {
  tx.emit(
    subject,
    { id: newId(), version: 1 },
    {
      ...details,
      expiresAt: details.expiresAt.toISOString(),
      sealedLink: serviceContext.encrypt(JSON.stringify(link), subject),
    },
  );
}
