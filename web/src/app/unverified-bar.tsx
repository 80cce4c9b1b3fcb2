/**
 * Reminds the user to verify the email address, and sends the link again. At the bottom of the window, because the page is
 * drawn before the account is known, and nothing of it may move.
 */

import { MailCheck } from 'lucide-react';
import { toErrorDetails } from '../graph/api-error.ts';
import { useAction } from '../graph/use-action.ts';
import { Button } from '../ui/button/button.tsx';
import { showBanner } from '../ui/feedback/banner.ts';
import { ResendVerificationDocument } from './unverified-bar.generated.ts';

export function UnverifiedBar() {
  const [resend, busy] = useAction(ResendVerificationDocument);
  const send = () =>
    resend({}).then(
      () => showBanner('green', 'Check your email'),
      (error: unknown) => showBanner('red', toErrorDetails(error).message),
    );
  return (
    <section
      aria-label="Email not verified"
      className="sticky bottom-4 z-1 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-raised px-4 py-2.5 shadow-pop"
    >
      <MailCheck size={18} aria-hidden="true" className="shrink-0 text-ink-2" />
      <p className="min-w-0 flex-1 basis-40">Verify your email: open the link that we sent you.</p>
      <Button size="row" busy={busy} onClick={send}>
        Resend
      </Button>
    </section>
  );
}
