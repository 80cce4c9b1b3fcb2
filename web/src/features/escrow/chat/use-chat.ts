/** A loan's chat: the messages read so far, those that arrive live, and those still to be sent. */

import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiErrorDetails } from '../../../graph/api-error.ts';
import { useLiveUpdates } from '../../../graph/use-live-updates.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { useCursorPages } from '../use-cursor-pages.ts';
import type { ChatMessageFragment } from './chat.generated.ts';
import {
  ChatLiveDocument,
  NewestMessagesDocument,
  OlderMessagesDocument,
} from './chat.generated.ts';
import type { OutboxWithQueue } from './use-message-queue.ts';
import { useMessageQueue } from './use-message-queue.ts';

const pageOptions = {
  getTimestamp: ({ createdAt }: ChatMessageFragment) => createdAt,
  pageSize: 50,
  olderPageSize: 50,
};

export interface ChatScope {
  accountId: string;
  escrowId: string;
}

export interface ChatState extends OutboxWithQueue {
  /** Oldest first; undefined until the first page is read. */
  messages: readonly ChatMessageFragment[] | undefined;
  /** Older messages exist that are not loaded. */
  hasOlder: boolean;
  loadingOlder: boolean;
  loadOlder(): void;
  problem: ApiErrorDetails | undefined;
  retry(): void;
}

export function useChat({ accountId, escrowId }: ChatScope): ChatState {
  const { data, problem, retry } = usePageQuery(NewestMessagesDocument, { id: escrowId });
  const newest = data?.escrowMessages;
  const { pages, addOlder, addLive } = useCursorPages(newest, pageOptions);
  const { outbox, queue } = useMessageQueue(accountId, escrowId);
  const messages = pages?.entries;
  const lastId = (messages ?? newest ?? []).at(-1)?.id ?? '';
  useLiveUpdates(ChatLiveDocument, {
    variables: newest ? () => ({ id: escrowId, after: lastId }) : null,
    onData: ({ escrowMessageAdded }) => addLive(escrowMessageAdded),
  });
  useEffect(() => {
    const mine = (messages ?? []).filter(({ senderId }) => senderId === accountId);
    queue.markShown(new Set(mine.flatMap(({ clientId }) => clientId ?? [])));
  }, [messages, accountId, queue]);
  const older = useOlder(escrowId, messages?.[0]?.id, addOlder);
  return { messages, hasOlder: pages?.complete === false, ...older, problem, retry, outbox, queue };
}

type AddOlder = (page: { before: string; older: readonly ChatMessageFragment[] }) => void;

/** Loads one older page at a time. A page that failed is requested again on the next scroll to the top. */
function useOlder(escrowId: string, before: string | undefined, add: AddOlder) {
  const client = useApolloClient();
  const running = useRef(false);
  const [loadingOlder, setLoading] = useState(false);
  const loadOlder = useCallback(async () => {
    if (running.current || before === undefined) return;
    running.current = true;
    setLoading(true);
    try {
      const { data } = await client.query({
        query: OlderMessagesDocument,
        variables: { id: escrowId, before },
        fetchPolicy: 'no-cache',
      });
      if (data?.escrowMessages) add({ before, older: data.escrowMessages });
    } catch {
      // The loaded messages stay; scrolling up retries.
    } finally {
      running.current = false;
      setLoading(false);
    }
  }, [client, escrowId, before, add]);
  return { loadingOlder, loadOlder };
}
