/** Sends a chat message as a party or, after an escalation, as an operator. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import { escrowTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
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
  /** A resend with the same id and text returns the first message. */
  clientId?: string | null;
}

/**
 * Throws INVALID_INPUT for an empty or too long text and an invalid id, NOT_FOUND for an outsider, CONFLICT for an id
 * that was used with another text, TOO_MANY_REQUESTS.
 */
export async function sendMessage(
  actor: AccountActor,
  draft: MessageDraft,
): Promise<EscrowMessage> {
  const { escrowId, clientId = null } = draft;
  const message = draft.message.trim();
  const messageError = validateText(message);
  const clientIdError = clientId === null ? null : validateClientId(clientId);
  assertValid({
    ...(messageError === null ? {} : { message: messageError }),
    ...(clientIdError === null ? {} : { clientId: clientIdError }),
  });
  const viewer = await loadViewer(actor);
  return commit(async (tx) => {
    const escrow = await escrows.find(escrowId, tx);
    const sender = requireParticipant(escrow, viewer);
    const first = await findFirst({ escrowId, senderId: actor.accountId, clientId }, tx);
    if (first) return assertSameText(first, message);
    await quotas.take('messages', actor.accountId, tx);
    const { id, domainId, domainName, borrowerId, lenderId } = sender.escrow;
    const text = { message, ...(clientId === null ? {} : { clientId }) };
    const storedMessage = await addMessage(
      { escrowId: id, senderId: actor.accountId, name: sender.by.name, ...text, createdAt: now() },
      tx,
    );
    tx.emit('lending.message.sent', storedMessage, {
      escrowId: id,
      domainId,
      domainName,
      borrowerId,
      lenderId,
      messageId: storedMessage.id,
      senderId: actor.accountId,
      recipientIds: [borrowerId, lenderId].filter((party) => party !== actor.accountId),
    });
    tx.afterCommit(() => publishSignal(escrowTopic(id), { what: 'message', id: storedMessage.id }));
    return storedMessage;
  });
}

/**
 * The message that this sender's client sent under this id. Concurrent resends conflict on the chat record, and the one
 * that retries finds the other's message here.
 */
function findFirst(
  { escrowId, senderId, clientId }: { escrowId: string; senderId: string; clientId: string | null },
  tx: Tx,
): Promise<EscrowMessage | undefined> | undefined {
  return clientId === null ? undefined : messages.findOne({ escrowId, senderId, clientId }, tx);
}

function assertSameText(first: EscrowMessage, message: string): EscrowMessage {
  if (first.message === message) return first;
  throw new DomainError('CONFLICT', 'This clientId belongs to another message; use a new one.', {
    reason: 'CLIENT_ID_TAKEN',
  });
}

function validateClientId(id: string): string | null {
  return /^[\x20-\x7e]{1,64}$/.test(id) && id.trim() !== ''
    ? null
    : 'The clientId must be 1 to 64 printable ASCII characters, not only spaces.';
}
