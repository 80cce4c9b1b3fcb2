/** The open pushes of the account: received ones to accept or decline, sent ones to withdraw. */

import { useState } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { Card } from '../../../ui/layout/card.tsx';
import type { OpenPushFragment } from './push-list.generated.ts';
import {
  AcceptPushDocument,
  DeclinePushDocument,
  WithdrawPushDocument,
} from './push-list.generated.ts';

const refetch = { refetch: ['MyDomains'] };

export function PushList({ pushes }: { pushes: readonly OpenPushFragment[] }) {
  return (
    <Card title="Domains between accounts" tinted className="mt-5">
      <ul className="mt-3">
        {pushes.map((push) => (
          <li
            key={push.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line py-2.5 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-40">
              <Nameplate name={push.unicodeName} size="row" />
              <p className="mt-1 text-ink-2">
                {push.direction === 'SENT'
                  ? `Offered to ${push.email ?? 'another account'}.`
                  : `${push.from.name} offers you this domain.`}{' '}
                Open until <Time as="day-time" value={push.expiresAt} />.
                <Wait push={push} />
              </p>
            </div>
            {push.direction === 'SENT' ? <Withdraw push={push} /> : <Answer push={push} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The wait of a valuable domain, in which its sender can stop the push. */
function Wait({ push: { acceptableFrom } }: { push: OpenPushFragment }) {
  if (Date.parse(acceptableFrom) <= useNow().getTime()) return null;
  return (
    <>
      {' '}
      Can be accepted from <Time as="day-time" value={acceptableFrom} />.
    </>
  );
}

function Withdraw({ push }: { push: OpenPushFragment }) {
  const [withdraw, busy] = useAction(WithdrawPushDocument, refetch);
  return (
    <Button
      size="row"
      busy={busy}
      aria-label={`Withdraw: ${push.unicodeName}`}
      onClick={() => run(withdraw({ id: push.id }), 'Push withdrawn')}
    >
      Withdraw
    </Button>
  );
}

function Answer({ push }: { push: OpenPushFragment }) {
  const [accept] = useAction(AcceptPushDocument, refetch);
  const [decline, busy] = useAction(DeclinePushDocument, refetch);
  const [asking, setAsking] = useState(false);
  const { id, unicodeName, acceptableFrom } = push;
  const waits = Date.parse(acceptableFrom) > useNow().getTime();
  return (
    <>
      <Button
        size="row"
        variant="primary"
        disabled={waits}
        aria-label={`Accept: ${unicodeName}`}
        onClick={() => setAsking(true)}
      >
        Accept
      </Button>
      <Button
        size="row"
        busy={busy}
        aria-label={`Decline: ${unicodeName}`}
        onClick={() => run(decline({ id }), 'Push declined')}
      >
        Decline
      </Button>
      {asking && (
        <ConfirmDialog
          title="Accept this domain?"
          domain={unicodeName}
          effect="It moves to your account and stays in our custody. Its renewals are then paid from your balance."
          action="Accept Domain"
          onConfirm={async () => {
            await accept({ id });
            setAsking(false);
            showBanner('green', `${unicodeName} is yours`);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Shows the result of a button that has no dialog. */
function run(action: Promise<unknown>, done: string): void {
  action.then(
    () => showBanner('green', done),
    (error: unknown) => showBanner('red', (error as Error).message),
  );
}
