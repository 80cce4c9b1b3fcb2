/** A party, or once escalated an operator, writes in a loan's chat. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { escrowTopic } from '@nameloan/contracts/topics.ts';
import { now } from '@nameloan/service/clock.ts';
import { refuseFaults } from '@nameloan/service/store/page.ts';
import { escrows } from '../escrow/escrow.model.ts';
import { personIn, personOf } from '../escrow/person.ts';
import { announce, commit, quotas } from '../kit.ts';
import { textFault } from '../text.ts';
import { addMessage } from './add-message.ts';
import type { EscrowMessage } from './message.ts';

/** INVALID_INPUT for an empty or overlong text; NOT_FOUND for who may not see the loan; TOO_MANY_REQUESTS. */
export async function sendMessage(
  actor: AccountActor,
  escrowId: string,
  text: string,
): Promise<EscrowMessage> {
  const message = text.trim();
  const fault = textFault(message);
  refuseFaults(fault === null ? {} : { message: fault }, 'This message cannot be sent.');
  const person = await personOf(actor);
  return commit(async (tx) => {
    const escrow = await escrows.find(escrowId, tx);
    const sender = personIn(escrow, person);
    await quotas.take('messages', actor.accountId, tx);
    const { id, domainId, domainName, borrowerId, lenderId } = sender.escrow;
    const sent = await addMessage(
      { escrowId: id, senderId: actor.accountId, name: sender.by.name, message, createdAt: now() },
      tx,
    );
    tx.emit('lending.message.sent', sent, {
      escrowId: id,
      domainId,
      domainName,
      borrowerId,
      lenderId,
      messageId: sent.id,
      senderId: actor.accountId,
      senderName: sender.by.name,
      recipientIds: [borrowerId, lenderId].filter((party) => party !== actor.accountId),
    });
    tx.afterCommit(() => announce(escrowTopic(id), { what: 'message', id: sent.id }));
    return sent;
  });
}
