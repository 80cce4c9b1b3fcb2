/** The user's sessions by device, with a button to end each of the others. */

import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNow } from '../../graph/business-time.ts';
import { Button } from '../../ui/button/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Time } from '../../ui/display/time.tsx';
import { restoreLostFocus } from '../../ui/focus/restore-focus.ts';
import { Card } from '../../ui/layout/card.tsx';
import { describeDevice } from './describe-device.ts';
import type { DeviceFragment } from './sessions-card.generated.ts';
import { useEndSession } from './use-end-session.ts';

export function SessionsCard({ sessions }: { sessions: readonly DeviceFragment[] }) {
  return (
    <Card title="Sessions">
      <p className="mt-1 mb-2 text-ink-2">
        Where you’re signed in. If you don’t recognise one, end it and change your password.
      </p>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function SessionItem({ session }: { session: DeviceFragment }) {
  const { lastUsedAt, ip, userAgent, current } = session;
  const now = useNow();
  const device = describeDevice(userAgent);
  const Icon = device.phone ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">{device.name}</p>
        <p className="text-ink-3 text-xs wrap-anywhere">
          Last used: <Time value={lastUsedAt} as="ago" now={now} />, from {ip}
        </p>
      </div>
      {current ? (
        <Chip tone="green">This device</Chip>
      ) : (
        <EndButton id={session.id} device={device.name} />
      )}
    </li>
  );
}

function EndButton({ id, device }: { id: string; device: string }) {
  const { state, end, undo } = useEndSession(id);
  const button = useRef<HTMLButtonElement>(null);
  const shown = useRef(state);
  // The button that had the focus was replaced; the user may have moved on since.
  useEffect(() => {
    const isLost = document.activeElement === document.body || !document.activeElement;
    if (state !== shown.current && isLost) {
      if (button.current) button.current.focus();
      else restoreLostFocus();
    }
    shown.current = state;
  }, [state]);
  if (state === 'open')
    return (
      <Button ref={button} size="row" aria-label={`End the session of ${device}`} onClick={end}>
        End
      </Button>
    );
  return (
    <span className="flex items-center gap-1 text-ink-2">
      <span role="status">Session ended</span>
      {state === 'undoable' && (
        <>
          <span aria-hidden="true">·</span>
          <Button
            ref={button}
            size="row"
            variant="quiet"
            aria-label={`Undo ending the session of ${device}`}
            // Undo takes the place of End: a double click or a held key is not an answer.
            onClick={({ detail }) => detail < 2 && undo()}
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            Undo
          </Button>
        </>
      )}
    </span>
  );
}
