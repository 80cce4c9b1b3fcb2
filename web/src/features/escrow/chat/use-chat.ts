/** A loan's chat: what was read of it, what is told live, and what is on its way. */

import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Refusal } from '../../../graph/refusal.ts';
import { useLive } from '../../../graph/use-live.ts';
import { usePage } from '../../../graph/use-page.ts';
import { useStretch } from '../use-cursor-pages.ts';
import type { ChatLineFragment } from './chat.generated.ts';
import {
  ChatLiveDocument,
  NewestMessagesDocument,
  OlderMessagesDocument,
} from './chat.generated.ts';
import type { Outgoings } from './use-message-queue.ts';
import { usePostOffice } from './use-message-queue.ts';

const reading = {
  atOf: ({ createdAt }: ChatLineFragment) => createdAt,
  pageLength: 50,
  olderLength: 50,
};

export interface Reader {
  accountId: string;
  escrowId: string;
}

export interface Conversation extends Outgoings {
  /** Oldest first; undefined until it was read. */
  lines: readonly ChatLineFragment[] | undefined;
  /** There are older ones than these. */
  hasOlder: boolean;
  loadingOlder: boolean;
  loadOlder(): void;
  problem: Refusal | undefined;
  retry(): void;
}

export function useChat({ accountId, escrowId }: Reader): Conversation {
  const { data, problem, retry } = usePage(NewestMessagesDocument, { id: escrowId });
  const newest = data?.escrowMessages;
  const { stretch, addOlder, addLive } = useStretch(newest, reading);
  const { outbox, office } = usePostOffice(accountId, escrowId);
  const lines = stretch?.entries;
  const lastId = (lines ?? newest ?? []).at(-1)?.id ?? '';
  useLive(ChatLiveDocument, {
    variables: newest ? () => ({ id: escrowId, after: lastId }) : null,
    onData: ({ escrowMessageAdded }) => addLive(escrowMessageAdded),
  });
  useEffect(() => {
    const mine = (lines ?? []).filter(({ senderId }) => senderId === accountId);
    office.heard(new Set(mine.flatMap(({ clientId }) => clientId ?? [])));
  }, [lines, accountId, office]);
  const older = useOlder(escrowId, lines?.[0]?.id, addOlder);
  return { lines, hasOlder: stretch?.whole === false, ...older, problem, retry, outbox, office };
}

type AddOlder = (page: { before: string; older: readonly ChatLineFragment[] }) => void;

/** One page at a time; one that could not be read is asked for again at the next try to scroll there. */
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
      // What is there stays; scrolling up asks again.
    } finally {
      running.current = false;
      setLoading(false);
    }
  }, [client, escrowId, before, add]);
  return { loadingOlder, loadOlder };
}
