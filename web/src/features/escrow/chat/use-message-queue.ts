/** The message queue of a loan's chat. It keeps sending after its component has unmounted. */

import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { isTransient, toErrorDetails } from '../../../graph/api-error.ts';
import { onReconnect } from '../../../graph/socket.ts';
import { currentSession } from '../../../session/tokens.ts';
import { SendMessageDocument } from './chat.generated.ts';
import type { DeliveryFailure, QueuedMessage } from './message-queue.ts';
import { MessageQueue } from './message-queue.ts';
import type { Outbox } from './outbox.ts';
import { hasUnsent } from './outbox.ts';

/** A request is abandoned after this time and sent again; the server writes the same message once. */
const sendTimeoutMs = 20_000;

/** One map for each account's client, and in it one queue for each loan. */
const queuesByClient = new WeakMap<ApolloClient, Map<string, MessageQueue>>();

interface QueueScope {
  client: ApolloClient;
  accountId: string;
  escrowId: string;
}

async function deliver(
  { client, escrowId }: QueueScope,
  queued: QueuedMessage,
): Promise<DeliveryFailure | undefined> {
  const { clientId, text: message } = queued;
  try {
    await client.mutate({
      mutation: SendMessageDocument,
      variables: { escrowId, message, clientId },
      // The chat shows only what it reads or receives live; in that order it has no gap.
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal: AbortSignal.timeout(sendTimeoutMs) } },
    });
    return undefined;
  } catch (error) {
    const details = toErrorDetails(error);
    if (details.code === 'UNAUTHENTICATED') return { retry: 'after-login' };
    if (isTransient(details))
      return { retry: 'later', retryAfterSeconds: details.retryAfterSeconds };
    return { retry: 'never', problem: details.fields?.message ?? details.message };
  }
}

function getQueue(scope: QueueScope): MessageQueue {
  const { client, escrowId } = scope;
  const queues = queuesByClient.get(client) ?? new Map<string, MessageQueue>();
  queuesByClient.set(client, queues);
  const known = queues.get(escrowId);
  if (known) return known;
  const queue = createQueue(scope);
  queues.set(escrowId, queue);
  return queue;
}

function createQueue(scope: QueueScope): MessageQueue {
  const { accountId, escrowId } = scope;
  const queue = new MessageQueue({
    deliver: (message) => deliver(scope, message),
    store: () => sessionStorage,
    key: `outbox.${accountId}.${escrowId}`,
  });
  // Closing the tab would lose unsent messages, whichever screen the user is on.
  const confirmClose = (event: BeforeUnloadEvent) => {
    if (currentSession()?.accountId === accountId) event.preventDefault();
  };
  const updateListener = () => {
    if (hasUnsent(queue.outbox)) window.addEventListener('beforeunload', confirmClose);
    else window.removeEventListener('beforeunload', confirmClose);
  };
  queue.subscribe(updateListener);
  updateListener();
  return queue;
}

export interface OutboxWithQueue {
  outbox: Outbox;
  queue: MessageQueue;
}

export function useMessageQueue(accountId: string, escrowId: string): OutboxWithQueue {
  const client = useApolloClient();
  const queue = useMemo(
    () => getQueue({ client, accountId, escrowId }),
    [client, accountId, escrowId],
  );
  const outbox = useSyncExternalStore(queue.subscribe, () => queue.outbox);
  useEffect(() => {
    queue.sendNow();
    window.addEventListener('online', queue.sendNow);
    const stop = onReconnect(queue.sendNow);
    return () => {
      window.removeEventListener('online', queue.sendNow);
      stop();
    };
  }, [queue]);
  return { outbox, queue };
}
