/** A party, or once escalated an operator, writes in a loan's chat. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { refuseFaults } from '@nameloan/contracts/field-errors.ts';
import { escrowTopic } from '@nameloan/contracts/topics.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { escrows } from '../escrow/escrow.model.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { commit, publishSignal, quotas } from '../service-context.ts';
import { validateText } from '../text.ts';
import { addMessage } from './add-message.ts';
import { messages } from './message.model.ts';
import type { EscrowMessage } from './message.ts';

export interface MessageDraft {
  escrowId: string;
  message: string;
  /** Sent again with the same text it answers the first message. */
  clientId?: string | null;
}

/**
 * INVALID_INPUT for an empty or overlong text and an id of another shape; NOT_FOUND for who may not see the loan;
 * CONFLICT for an id that stands at another text; TOO_MANY_REQUESTS.
 */
export async function sendMessage(
  actor: AccountActor,
  draft: MessageDraft,
): Promise<EscrowMessage> {
  const { escrowId, clientId = null } = draft;
  const message = draft.message.trim();
  const fault = validateText(message);
  const idFault = clientId === null ? null : validateClientId(clientId);
  refuseFaults({
    ...(fault === null ? {} : { message: fault }),
    ...(idFault === null ? {} : { clientId: idFault }),
  });
  const person = await loadViewer(actor);
  return commit(async (tx) => {
    const escrow = await escrows.find(escrowId, tx);
    const sender = requireParticipant(escrow, person);
    const first = await findFirst({ escrowId, senderId: actor.accountId, clientId }, tx);
    if (first) return assertSameText(first, message);
    await quotas.take('messages', actor.accountId, tx);
    const { id, domainId, domainName, borrowerId, lenderId } = sender.escrow;
    const text = { message, ...(clientId === null ? {} : { clientId }) };
    const sent = await addMessage(
      { escrowId: id, senderId: actor.accountId, name: sender.by.name, ...text, createdAt: now() },
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
    tx.afterCommit(() => publishSignal(escrowTopic(id), { what: 'message', id: sent.id }));
    return sent;
  });
}

/**
 * What this sender's client has sent under this id. Two at once conflict on the chat's record, and the one that
 * starts over finds the other's message here.
 */
function findFirst(
  { escrowId, senderId, clientId }: { escrowId: string; senderId: string; clientId: string | null },
  tx: Tx,
): Promise<EscrowMessage | undefined> | undefined {
  return clientId === null ? undefined : messages.findOne({ escrowId, senderId, clientId }, tx);
}

function assertSameText(first: EscrowMessage, message: string): EscrowMessage {
  if (first.message === message) return first;
  throw new DomainError(
    'CONFLICT',
    'This clientId stands at another message already; send this one under a new id.',
    { reason: 'CLIENT_ID_TAKEN' },
  );
}

function validateClientId(id: string): string | null {
  return /^[\x20-\x7e]{1,64}$/.test(id) && id.trim() !== ''
    ? null
    : 'The clientId has 1 to 64 characters: letters without accents, digits, signs and blanks, not blanks alone.';
}
