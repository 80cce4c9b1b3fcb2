/** A registry message that nobody can read is put aside for a person: those behind it must not wait for it. */

import { domains } from '../../domain/domain.model.ts';
import { inCustody } from '../../domain/domain.ts';
import type { UnreadableMessage } from '../../registrar/registrar.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { requestCustodyCheck } from './sync-custody.ts';

/** Kept and counted among the dead letters; safe to repeat. Afterwards the message may be acknowledged. */
export async function deadLetterMessage(
  messageId: string,
  message: UnreadableMessage,
): Promise<void> {
  const { why, name, summary } = message;
  serviceContext.log.error(
    { messageId, name, why },
    'a message of the registry is put aside unread',
  );
  await serviceContext.store.deadLetters.add(
    { subject: 'registry.message', messageId, summary },
    why,
  );
  if (name !== undefined) await recheckDomain(name);
}

/** What the message may have told is asked for instead, because nothing else would tell it again. */
async function recheckDomain(name: string): Promise<void> {
  const domain = await domains.findOne({ titleName: name, active: true });
  if (domain?.transferIn?.state === 'REQUESTED') {
    await commit((tx) => tx.schedule({ kind: 'watch-transfer', key: domain.id }));
    return;
  }
  if (domain && inCustody(domain)) await requestCustodyCheck(domain.id);
}
