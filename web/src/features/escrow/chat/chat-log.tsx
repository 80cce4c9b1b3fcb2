/** The lines of a chat, the newest at the bottom, and below them what is on its way. */

import { ArrowDown } from 'lucide-react';
import type { RefObject } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { ChatLineFragment } from './chat.generated.ts';
import { ChatLine } from './chat-message.tsx';
import { OutgoingLine } from './pending-message.tsx';
import type { Conversation } from './use-chat.ts';
import { useLogScroll } from './use-log-scroll.ts';

export interface ChatLogProps {
  chat: Conversation;
  accountId: string;
  /** How many one has written oneself since the page was opened. */
  written: number;
  /** Of what stands below the last line. */
  endRef: RefObject<HTMLDivElement | null>;
}

/** One's own line keeps the key that it had on its way. */
const keyOf = ({ id, clientId, senderId }: ChatLineFragment, accountId: string) =>
  senderId === accountId ? (clientId ?? id) : id;

export function ChatLog({ chat, accountId, written, endRef }: ChatLogProps) {
  const { lines, outbox, hasOlder, loadingOlder, loadOlder, office } = chat;
  const now = useNow();
  const rows = (lines ?? []).map((line) => ({ line, key: keyOf(line, accountId) }));
  const shown = new Set(rows.map(({ key }) => key));
  // What the chat shows already is on its way for a moment longer.
  const outgoing = outbox.filter(({ clientId }) => !shown.has(clientId));
  const firstKey = rows[0]?.key;
  const lastKey = outgoing.at(-1)?.clientId ?? rows.at(-1)?.key;
  const scroll = useLogScroll({ firstKey, lastKey, written }, () => hasOlder && loadOlder());
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll.ref}
        onScroll={scroll.onScroll}
        role="log"
        aria-label="Messages"
        aria-busy={lines === undefined || loadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
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
        {lines === undefined && !chat.problem && <Skeleton rows={4} label="Messages" />}
        {lines && rows.length === 0 && outgoing.length === 0 && <NothingYet />}
        {rows.map(({ line, key }) => (
          <ChatLine key={key} line={line} mine={line.senderId === accountId} now={now} />
        ))}
        {outgoing.map((one) => (
          <OutgoingLine key={one.clientId} outgoing={one} office={office} />
        ))}
        <div ref={endRef} className="-mt-4" />
      </div>
      {scroll.unseen && (
        <Button
          size="row"
          icon={ArrowDown}
          onClick={scroll.toEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-pop"
        >
          New message
        </Button>
      )}
    </div>
  );
}

function NothingYet() {
  return (
    <div className="flex min-h-full flex-col items-center justify-center text-center">
      <p className="display text-xl leading-7">Nothing here yet...</p>
      <p className="mt-1 max-w-[36ch] text-ink-2">
        What you write here is read by both parties of this loan, and by an operator if it is
        disputed.
      </p>
    </div>
  );
}
