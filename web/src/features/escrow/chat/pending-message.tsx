/** A message of one's own on its way: being sent, not sent yet, or refused with the reason. */

import { Clock } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { Bubble } from './chat-message.tsx';
import type { PostOffice } from './message-queue.ts';
import type { Outgoing } from './outbox.ts';

export interface OutgoingLineProps {
  outgoing: Outgoing;
  office: PostOffice;
}

function stateInWords({ state, tries }: Outgoing): string {
  if (state === 'sent') return 'Sent';
  if (state === 'refused') return 'Not sent';
  return state === 'sending' && tries === 0 ? 'Sending' : 'Not sent yet';
}

export function OutgoingLine({ outgoing, office }: OutgoingLineProps) {
  const { clientId, text, state, problem } = outgoing;
  const about = (
    <span className="inline-flex items-center gap-1">
      {state !== 'sent' && <Clock size={12} aria-hidden="true" />}
      {stateInWords(outgoing)}
    </span>
  );
  return (
    <Bubble
      mine
      name="You"
      about={about}
      foot={
        state === 'refused' && (
          <div className="mt-1.5 text-right">
            <p role="alert" className="text-xs text-red wrap-anywhere">
              {problem}
            </p>
            <div className="mt-1.5 flex flex-wrap justify-end gap-2">
              <Button size="row" onClick={() => office.again(clientId)}>
                Try again
              </Button>
              <Button size="row" variant="quiet" onClick={() => office.drop(clientId)}>
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
