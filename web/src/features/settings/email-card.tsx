/** The account's email: a change of it, and what waits for that. */

import { Suspense, useState } from 'react';
import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Time } from '../../ui/display/time.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Card } from '../../ui/layout/card.tsx';
import { CancelEmailChangeDocument, ResendConfirmationDocument } from './email-card.generated.ts';
import type { ProfileFragment } from './profile.generated.ts';

const EmailDialog = lazyComponent(async () => (await import('./email-dialog.tsx')).EmailDialog);

export function EmailCard({ profile }: { profile: ProfileFragment }) {
  const { email, pendingEmail, emailChangingUntil } = profile;
  const [changing, setChanging] = useState(false);
  return (
    <Card title="Email address" aside={pendingEmail && <Chip tone="amber">Change pending</Chip>}>
      <p className="mt-1 wrap-anywhere">{email}</p>
      {pendingEmail && (
        <p className="mt-3 text-ink-2 wrap-anywhere">
          Open the link that we sent to {pendingEmail}. Until then, mail goes to {email}.
        </p>
      )}
      {emailChangingUntil && (
        <p className="mt-3 text-ink-2">
          Transfers out, payee changes and surrender are held until{' '}
          <Time value={emailChangingUntil} as="day-time" />. Until then, a link that we sent to your
          former email can stop the change.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {pendingEmail ? (
          <PendingActions />
        ) : (
          <Button onClick={() => setChanging(true)}>Change Email</Button>
        )}
      </div>
      {changing && (
        <Suspense>
          <EmailDialog
            mfaEnabled={profile.mfaEnabled ?? false}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function PendingActions() {
  const [resend, resending] = useAction(ResendConfirmationDocument);
  const [cancel, cancelling] = useAction(CancelEmailChangeDocument);
  const report = (done: Promise<unknown>, text: string) =>
    done.then(
      () => showBanner('green', text),
      (error: unknown) => showBanner('red', toErrorDetails(error).message),
    );
  return (
    <>
      <Button busy={resending} onClick={() => report(resend({}), 'Check your email')}>
        Resend
      </Button>
      <Button
        variant="quiet"
        busy={cancelling}
        onClick={() => report(cancel({}), 'Email change cancelled')}
      >
        Cancel Change
      </Button>
    </>
  );
}
