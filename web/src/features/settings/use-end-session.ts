/**
 * Ends a session five seconds after the request, until when it can be undone. Leaving the page and logging out end it at
 * once.
 */

import { useCallback, useEffect, useRef, useState } from 'react';
import { toErrorDetails } from '../../graph/api-error.ts';
import { beforeLogOut } from '../../graph/client.ts';
import { useAction } from '../../graph/use-action.ts';
import { showBanner } from '../../ui/feedback/banner.ts';
import { EndSessionDocument } from './sessions-card.generated.ts';

const undoMs = 5_000;

/** `undoable`: requested, not sent. `sent`: the server ends it, and the list is read again. */
export type EndState = 'open' | 'undoable' | 'sent';

export function useEndSession(id: string): { state: EndState; end(): void; undo(): void } {
  const [act] = useAction(EndSessionDocument, { refetch: ['Settings'], keepalive: true });
  const [state, setState] = useState<EndState>('open');
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useCallback(async () => {
    clearTimeout(pending.current);
    pending.current = undefined;
    setState('sent');
    try {
      await act({ id });
    } catch (error) {
      setState('open');
      showBanner('red', toErrorDetails(error).message);
    }
  }, [act, id]);
  useEffect(() => {
    const sendPending = async () => {
      if (pending.current !== undefined) await send();
    };
    const stop = beforeLogOut(sendPending);
    window.addEventListener('pagehide', sendPending);
    return () => {
      stop();
      window.removeEventListener('pagehide', sendPending);
      void sendPending();
    };
  }, [send]);
  const end = () => {
    setState('undoable');
    pending.current = setTimeout(send, undoMs);
  };
  const undo = () => {
    clearTimeout(pending.current);
    pending.current = undefined;
    setState('open');
  };
  return { state, end, undo };
}
