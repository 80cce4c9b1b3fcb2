/** One message: whose, when, and the text as it was typed. Links stay text, so that nobody is led astray by one. */

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Time } from '../../../ui/display/time.tsx';
import type { ChatLineFragment } from './chat.generated.ts';

export interface ChatLineProps {
  line: ChatLineFragment;
  mine: boolean;
  now: Date;
}

export function ChatLine({ line, mine, now }: ChatLineProps) {
  return (
    <Bubble
      mine={mine}
      name={mine ? 'You' : line.name}
      about={<Time value={line.createdAt} as="short-day-time" now={now} />}
    >
      {line.message}
    </Bubble>
  );
}

export interface BubbleProps {
  mine: boolean;
  name: string;
  /** Beside the name: when, or how far it has come. */
  about: ReactNode;
  children: string;
  /** Below the text. */
  foot?: ReactNode;
}

export function Bubble({ mine, name, about, children, foot }: BubbleProps) {
  return (
    <div className={clsx('w-fit max-w-[85%] sm:max-w-[70%]', mine && 'ml-auto')}>
      <p
        className={clsx(
          'mb-1 flex flex-wrap items-baseline gap-x-2 text-2xs text-ink-3',
          mine && 'justify-end',
        )}
      >
        <bdi className="font-semibold text-ink-2 wrap-anywhere">{name}</bdi>
        {about}
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
