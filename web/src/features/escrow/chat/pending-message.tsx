/** The reader's own message before the chat shows it: being sent, not sent yet, or rejected with the reason. */

import { Clock } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { Bubble } from './chat-message.tsx';
import type { MessageQueue } from './message-queue.ts';
import type { OutboxMessage } from './outbox.ts';

export interface PendingMessageProps {
  message: OutboxMessage;
  queue: MessageQueue;
}

function describeState({ state, attempts }: OutboxMessage): string {
  if (state === 'sent') return 'Sent';
  if (state === 'rejected') return 'Not sent';
  return state === 'sending' && attempts === 0 ? 'Sending' : 'Not sent yet';
}

export function PendingMessage({ message, queue }: PendingMessageProps) {
  const { clientId, text, state, problem } = message;
  const detail = (
    <span className="inline-flex items-center gap-1">
      {state !== 'sent' && <Clock size={12} aria-hidden="true" />}
      {describeState(message)}
    </span>
  );
  return (
    <Bubble
      mine
      name="You"
      detail={detail}
      foot={
        state === 'rejected' && (
          <div className="mt-1.5 text-right">
            <p role="alert" className="text-xs text-red wrap-anywhere">
              {problem}
            </p>
            <div className="mt-1.5 flex flex-wrap justify-end gap-2">
              <Button size="row" onClick={() => queue.retry(clientId)}>
                Try again
              </Button>
              <Button size="row" variant="quiet" onClick={() => queue.discard(clientId)}>
                Discard
              </Button>
            </div>
          </div>
        )
      }
    >
      {text}
    </Bubble>
  );
}
