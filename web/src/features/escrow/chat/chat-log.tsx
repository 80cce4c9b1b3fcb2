/** The messages of a chat, newest last, followed by the messages that are not sent yet. */

import { ArrowDown } from 'lucide-react';
import type { RefObject } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { ChatMessageFragment } from './chat.generated.ts';
import { ChatMessage } from './chat-message.tsx';
import { PendingMessage } from './pending-message.tsx';
import type { ChatState } from './use-chat.ts';
import { useLogScroll } from './use-log-scroll.ts';

export interface ChatLogProps {
  chat: ChatState;
  accountId: string;
  /** Number of messages that the reader has written since the page opened. */
  writtenCount: number;
  /** An element below the last message. */
  endRef: RefObject<HTMLDivElement | null>;
}

/** The reader's own message keeps the key that it had while pending, so React does not remount it. */
const getKey = ({ id, clientId, senderId }: ChatMessageFragment, accountId: string) =>
  senderId === accountId ? (clientId ?? id) : id;

export function ChatLog({ chat, accountId, writtenCount, endRef }: ChatLogProps) {
  const { messages, outbox, hasOlder, loadingOlder, loadOlder, queue } = chat;
  const now = useNow();
  const rows = (messages ?? []).map((message) => ({ message, key: getKey(message, accountId) }));
  const shown = new Set(rows.map(({ key }) => key));
  // A sent message stays in the outbox until the chat shows it; show it once.
  const pending = outbox.filter(({ clientId }) => !shown.has(clientId));
  const firstKey = rows[0]?.key;
  const lastKey = pending.at(-1)?.clientId ?? rows.at(-1)?.key;
  const scroll = useLogScroll({ firstKey, lastKey, writtenCount }, () => hasOlder && loadOlder());
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll.ref}
        onScroll={scroll.onScroll}
        role="log"
        aria-label="Messages"
        aria-busy={messages === undefined || loadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the log
        tabIndex={0}
        className="flex flex-1 flex-col gap-4 overflow-y-auto overscroll-contain bg-sunken px-5 py-5 -outline-offset-2 [overflow-anchor:none]"
      >
        {hasOlder && (
          <div className="flex justify-center">
            <Button size="row" variant="quiet" busy={loadingOlder} onClick={loadOlder}>
              Older messages
            </Button>
          </div>
        )}
        {messages === undefined && !chat.problem && <Skeleton rows={4} label="Messages" />}
        {messages && rows.length === 0 && pending.length === 0 && <EmptyChat />}
        {rows.map(({ message, key }) => (
          <ChatMessage
            key={key}
            message={message}
            mine={message.senderId === accountId}
            now={now}
          />
        ))}
        {pending.map((one) => (
          <PendingMessage key={one.clientId} message={one} queue={queue} />
        ))}
        <div ref={endRef} className="-mt-4" />
      </div>
      {scroll.hasUnseen && (
        <Button
          size="row"
          icon={ArrowDown}
          onClick={scroll.scrollToEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-pop"
        >
          New message
        </Button>
      )}
    </div>
  );
}

function EmptyChat() {
  return (
    <div className="flex min-h-full flex-col items-center justify-center text-center">
      <p className="display text-xl leading-7">Nothing here yet...</p>
      <p className="mt-1 max-w-[36ch] text-ink-2">
        Both of you can read this chat. So can an operator if the loan is disputed.
      </p>
    </div>
  );
}
