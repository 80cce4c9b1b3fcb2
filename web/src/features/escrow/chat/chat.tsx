/** The chat of a loan, shared by both parties and, in a dispute, the operator. */

import { useId, useState } from 'react';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { ChatLog } from './chat-log.tsx';
import { Composer } from './composer.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import type { ChatScope } from './use-chat.ts';
import { useChat } from './use-chat.ts';
import { useMarkChatRead } from './use-mark-chat-read.ts';

export interface ChatProps extends ChatScope {
  /** "Chat with Milo". */
  title: string;
}

export function Chat({ accountId, escrowId, title }: ChatProps) {
  const id = useId();
  const chat = useChat({ accountId, escrowId });
  const endRef = useMarkChatRead(escrowId, chat.messages !== undefined);
  const [writtenCount, setWrittenCount] = useState(0);
  const send = (text: string) => {
    chat.queue.enqueue(text);
    setWrittenCount((count) => count + 1);
  };
  return (
    <section
      aria-labelledby={id}
      className="flex h-[30rem] flex-col overflow-hidden rounded-lg border border-line bg-surface lg:h-[34rem]"
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3.5">
        <h2 id={id} className="min-w-0 truncate text-base font-semibold">
          {title}
        </h2>
        <LiveIndicator />
      </div>
      {chat.problem && (
        <div className="border-b border-line p-3">
          <PageProblem problem={chat.problem} onTryAgain={chat.retry} />
        </div>
      )}
      <ChatLog chat={chat} accountId={accountId} writtenCount={writtenCount} endRef={endRef} />
      <Composer onSend={send} draftKey={`draft.${accountId}.${escrowId}`} />
    </section>
  );
}
