/** One chat message. Links stay plain text, so that a message cannot lead its reader to a harmful page. */

import clsx from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '../../../ui/display/chip.tsx';
import { Time } from '../../../ui/display/time.tsx';
import type { ChatMessageFragment } from './chat.generated.ts';

export interface ChatMessageProps {
  message: ChatMessageFragment;
  mine: boolean;
  now: Date;
}

export function ChatMessage({ message, mine, now }: ChatMessageProps) {
  return (
    <Bubble
      mine={mine}
      name={mine ? 'You' : message.name}
      staff={message.senderRole === 'STAFF'}
      detail={<Time value={message.createdAt} as="short-day-time" now={now} />}
      foot={message.warning === 'PAYMENT_DETAILS' && <PaymentWarning />}
    >
      {message.message}
    </Bubble>
  );
}

function PaymentWarning() {
  return (
    <p className="mt-1.5 flex items-start gap-1.5 text-xs font-semibold text-amber">
      <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      Payment details change only on the loan’s payee. Never pay to details from a chat.
    </p>
  );
}

export interface BubbleProps {
  mine: boolean;
  name: string;
  /** Marks the name of an operator. */
  staff?: boolean;
  /** Next to the name: when it was sent, or its delivery state. */
  detail: ReactNode;
  children: string;
  /** Below the text. */
  foot?: ReactNode;
}

export function Bubble({ mine, name, staff = false, detail, children, foot }: BubbleProps) {
  return (
    <div className={clsx('w-fit max-w-[85%] sm:max-w-[70%]', mine && 'ml-auto')}>
      <p
        className={clsx(
          'mb-1 flex flex-wrap items-baseline gap-x-2 text-2xs text-ink-3',
          mine && 'justify-end',
        )}
      >
        <bdi className="font-semibold text-ink-2 wrap-anywhere">{name}</bdi>
        {staff && <Chip tone="wine">Staff</Chip>}
        {detail}
      </p>
      <p
        dir="auto"
        className={clsx(
          'rounded-lg border px-3.5 py-2.5 wrap-anywhere whitespace-pre-wrap',
          mine
            ? 'ml-auto w-fit rounded-tr-xs border-brand bg-brand text-on-brand'
            : 'w-fit rounded-tl-xs border-line bg-surface',
        )}
      >
        {children}
      </p>
      {foot}
    </div>
  );
}
