/** The chat of a loan: both parties, and the operator of its dispute. */

import { useId, useState } from 'react';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { ChatLog } from './chat-log.tsx';
import { Composer } from './composer.tsx';
import { LiveDot } from './live-indicator.tsx';
import type { Reader } from './use-chat.ts';
import { useChat } from './use-chat.ts';
import { useReadBell } from './use-mark-chat-read.ts';

export interface ChatProps extends Reader {
  /** "Chat with Milo". */
  title: string;
}

export function Chat({ accountId, escrowId, title }: ChatProps) {
  const id = useId();
  const chat = useChat({ accountId, escrowId });
  const endRef = useReadBell(escrowId, chat.lines !== undefined);
  const [written, setWritten] = useState(0);
  const send = (text: string) => {
    chat.office.write(text);
    setWritten((count) => count + 1);
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
        <LiveDot />
      </div>
      {chat.problem && (
        <div className="border-b border-line p-3">
          <PageProblem problem={chat.problem} onTryAgain={chat.retry} />
        </div>
      )}
      <ChatLog chat={chat} accountId={accountId} written={written} endRef={endRef} />
      <Composer onSend={send} draftKey={`draft.${accountId}.${escrowId}`} />
    </section>
  );
}
