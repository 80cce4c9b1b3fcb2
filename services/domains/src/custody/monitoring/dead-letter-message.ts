/** Moves an unreadable registry message to the dead letters, so that it does not block the messages after it. */

import { domains } from '../../domain/domain.model.ts';
import { inCustody } from '../../domain/domain.ts';
import type { Registrar, UnreadableMessage } from '../../registrar/registrar.ts';
import { connectionIdOf } from '../../registrars.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { nextRecheck } from '../transfer-in/watch-transfer.ts';
import { requestCustodyCheck } from './sync-custody.ts';

/** Idempotent; the caller may acknowledge the message once this resolves. */
export async function deadLetterMessage(
  registrar: Registrar,
  messageId: string,
  message: UnreadableMessage,
): Promise<void> {
  const { why, name, summary } = message;
  serviceContext.log.error(
    { messageId, name, why },
    'unreadable registry message moved to dead letters',
  );
  await serviceContext.store.deadLetters.add(
    { subject: 'registry.message', messageId, summary },
    why,
  );
  if (name !== undefined) await recheckDomain(registrar, name);
}

/** Checks the domain directly, because the message does not say what has changed. */
export async function recheckDomain(registrar: Registrar, name: string): Promise<void> {
  const domain = await domains.findOne({ titleName: name, active: true });
  if (!domain || connectionIdOf(domain) !== registrar.id) return;
  const state = domain.transferIn?.state;
  if (state === 'REQUESTED') {
    await commit((tx) => tx.schedule({ kind: 'watch-transfer', key: domain.id }));
  } else if (state === 'HOLDING' || state === 'REQUESTING') {
    await commit((tx) =>
      tx.schedule({ kind: 'recheck-transfer', key: domain.id, at: nextRecheck() }),
    );
  } else if (inCustody(domain)) await requestCustodyCheck(domain.id);
}
