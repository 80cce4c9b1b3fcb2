/**
 * Chats: one party writes, alternately by REST and GraphQL, and the other subscribes. Measures the time from sending to
 * the other's socket and checks that every acknowledged message is in the chat and on the socket exactly once.
 */

import { pause } from './call.ts';
import { messageMs, runJourney, sentMessages, wrongMessages } from './journey-metrics.ts';
import { LiveChat } from './live-chat.ts';
import type { Loan } from './loan-steps.ts';
import { agreeLoan } from './loan-steps.ts';
import type { RestObject } from './person.ts';
import { unique, waitFor } from './person.ts';
import { optionsOf } from './profiles.ts';
import { summarize } from './summary.ts';

export const options = optionsOf(['chat']);
export const handleSummary = summarize;

const messagesPerConversation = 10;
const messageIntervalMs = 200;
const send = `mutation Send($escrowId: ID!, $message: String!, $clientId: ID) {
  sendMessage(escrowId: $escrowId, message: $message, clientId: $clientId) { id message } }`;

/** Starts a new loan after this many conversations, so that the growing list of messages does not affect the results. */
const conversationsPerLoan = 20;

/** The loan of this virtual user, used for several conversations. */
let loan: Loan | undefined;
let conversations = 0;

export function chat(): Promise<void> {
  return runJourney(async () => {
    if (conversations++ % conversationsPerLoan === 0) loan = undefined;
    loan ??= await agreeLoan();
    await runConversation(loan);
  });
}

async function runConversation(loan: Loan): Promise<void> {
  const { id, borrower, lender } = loan;
  const before: RestObject[] = await borrower.get(`/escrow/${id}/messages`);
  const sentAt = new Map<string, number>();
  const subscriber = new LiveChat(borrower, {
    loanId: id,
    after: before.at(-1)?.id ?? '',
    onMessage: ({ message }) => {
      const at = sentAt.get(message);
      if (at !== undefined) messageMs.add(Date.now() - at);
      sentAt.delete(message);
    },
  });
  const acknowledged: string[] = [];
  try {
    for (let at = 0; at < messagesPerConversation; at++) {
      const message = `message ${at} ${unique()}`;
      const clientId = unique();
      sentAt.set(message, Date.now());
      const sent =
        at % 2 === 0
          ? await lender.post(`/escrow/${id}/message`, { message, clientId })
          : (await lender.graphql(send, { escrowId: id, message, clientId })).sendMessage;
      sentMessages.add(1);
      acknowledged.push(sent.id);
      await pause(messageIntervalMs);
    }
    await waitFor('the last messages', async () =>
      acknowledged.every((one) => subscriber.received.has(one)),
    ).catch(() => undefined);
  } finally {
    subscriber.close();
  }
  await checkMessages(loan, acknowledged, subscriber);
}

async function checkMessages({ id, borrower }: Loan, acknowledged: string[], subscriber: LiveChat) {
  const stored: RestObject[] = await borrower.get(`/escrow/${id}/messages`);
  for (const one of acknowledged) {
    const inChat = stored.filter((message) => message.id === one).length;
    const onSocket = subscriber.received.get(one) ?? 0;
    const isCorrect = inChat === 1 && onSocket === 1;
    wrongMessages.add(isCorrect ? 0 : 1);
    if (!isCorrect)
      console.error(`loan ${id}, message ${one}: ${inChat} in the chat, ${onSocket} on the socket`);
  }
}
