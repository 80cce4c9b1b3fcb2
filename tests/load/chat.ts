/**
 * Two parties in a loan's chat: one writes, by REST and GraphQL in turn, the other watches live. Measured from
 * sending to the other's socket; afterwards every acknowledged message is there once, in the chat and live.
 */

import { pause } from './call.ts';
import { live, messageMs, sentMessages, wrongMessages } from './journey-metrics.ts';
import { LiveChat } from './live-chat.ts';
import type { Loan } from './loan-steps.ts';
import { agreeLoan } from './loan-steps.ts';
import type { Found } from './person.ts';
import { unique, waitFor } from './person.ts';
import { optionsOf } from './profiles.ts';
import { summarize } from './summary.ts';

export const options = optionsOf(['chat']);
export const handleSummary = summarize;

const messagesOfTalk = 10;
const betweenMs = 200;
const send = `mutation Send($escrowId: ID!, $message: String!, $clientId: ID) {
  sendMessage(escrowId: $escrowId, message: $message, clientId: $clientId) { id message } }`;

/** After so many talks another loan: a list of messages that only grows would be what is measured. */
const talksOfLoan = 20;

/** Of this virtual user, who talks in one loan again and again. */
let loan: Loan | undefined;
let talks = 0;

export function chat(): Promise<void> {
  return live(async () => {
    if (talks++ % talksOfLoan === 0) loan = undefined;
    loan ??= await agreeLoan();
    await talk(loan);
  });
}

async function talk(loan: Loan): Promise<void> {
  const { id, borrower, lender } = loan;
  const before: Found[] = await borrower.get(`/escrow/${id}/messages`);
  const sentAt = new Map<string, number>();
  const watching = new LiveChat(borrower, {
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
    for (let at = 0; at < messagesOfTalk; at++) {
      const message = `message ${at} ${unique()}`;
      const clientId = unique();
      sentAt.set(message, Date.now());
      const answer =
        at % 2 === 0
          ? await lender.post(`/escrow/${id}/message`, { message, clientId })
          : (await lender.graphql(send, { escrowId: id, message, clientId })).sendMessage;
      sentMessages.add(1);
      acknowledged.push(answer.id);
      await pause(betweenMs);
    }
    await waitFor('the last messages', async () =>
      acknowledged.every((one) => watching.heard.has(one)),
    ).catch(() => undefined);
  } finally {
    watching.close();
  }
  await judge(loan, acknowledged, watching);
}

async function judge({ id, borrower }: Loan, acknowledged: string[], watching: LiveChat) {
  const kept: Found[] = await borrower.get(`/escrow/${id}/messages`);
  for (const one of acknowledged) {
    const inChat = kept.filter((message) => message.id === one).length;
    const onSocket = watching.heard.get(one) ?? 0;
    const right = inChat === 1 && onSocket === 1;
    wrongMessages.add(right ? 0 : 1);
    if (!right)
      console.error(`loan ${id}, message ${one}: ${inChat} in the chat, ${onSocket} on the socket`);
  }
}
