/** Pages of the mailed links that undo something without a login. The token is in the URL fragment, which is not sent to servers. */

import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Problem } from '../../ui/feedback/problem.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { readLinkToken } from './read-link-token.ts';
import { SignInCard } from './sign-in-card.tsx';
import {
  StopEmailChangeDocument,
  StopLoginDocument,
  StopMailDocument,
  StopPayeeChangeDocument,
  StopTransferOutDocument,
} from './stop-page.generated.ts';

interface StopTexts {
  title: string;
  /** What the button does. */
  description: string;
  button: string;
  done: string;
}

interface StopProps extends StopTexts {
  stop: (input: { token: string }) => Promise<unknown>;
  busy: boolean;
}

export function StopEmailChangePage() {
  const [stop, busy] = useAction(StopEmailChangeDocument, { asVisitor: true });
  return (
    <StopPage
      title="Stop the email change"
      description="Restores your email, ends all sessions and mails you a link to set a new password."
      button="Stop the Change"
      done="Your email stays as it was, and all sessions have ended. Check your email for a link to set a new password."
      stop={stop}
      busy={busy}
    />
  );
}

export function StopTransferOutPage() {
  const [stop, busy] = useAction(StopTransferOutDocument, { asVisitor: true });
  return (
    <StopPage
      title="Stop the transfer"
      description="Your domain stays with us. All sessions end, and MFA, payees and a new email that were set up since the request are removed. We email you a link to set a new password."
      button="Stop the Transfer"
      done="The transfer is stopped and your domain stays with us. All sessions have ended. Check your email for a link to set a new password."
      stop={stop}
      busy={busy}
    />
  );
}

export function StopLoginPage() {
  const [stop, busy] = useAction(StopLoginDocument, { asVisitor: true });
  return (
    <StopPage
      title="Was this login not you?"
      description="Ends that session and mails you a link to set a new password."
      button="This Wasn’t Me"
      done="The session has ended. Check your email for a link to set a new password."
      stop={stop}
      busy={busy}
    />
  );
}

export function StopPayeeChangePage() {
  const [stop, busy] = useAction(StopPayeeChangeDocument, { asVisitor: true });
  return (
    <StopPage
      title="Stop the change of your payee"
      description="Removes the details that were entered, ends all sessions and mails you a link to set a new password. The details before them are valid again."
      button="Stop the Change"
      done="The details were removed, and all sessions have ended. Check your email for a link to set a new password, then check your payees."
      stop={stop}
      busy={busy}
    />
  );
}

export function StopMailPage() {
  const [stop, busy] = useAction(StopMailDocument, { asVisitor: true });
  return (
    <StopPage
      title="Turn off these emails?"
      description="Turns off emails of this kind. Your notifications in the app stay on, and so do emails that ask you to act."
      button="Turn Off"
      done="These emails are off. You can turn them on again in Settings."
      stop={stop}
      busy={busy}
    />
  );
}

/** Acts only on a click: programs that open the links of mails must not undo anything. */
function StopPage({ title, description, button, done, stop, busy }: StopProps) {
  const token = readLinkToken(useLocation().hash);
  const [stopped, setStopped] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = () => {
    setProblem(undefined);
    stop({ token }).then(
      () => setStopped(true),
      (error: unknown) => setProblem(toErrorDetails(error).message),
    );
  };
  return (
    <SignInCard heading={<PageHeading title={title}>{title}</PageHeading>}>
      {token === '' && <p>This link is incomplete. Open it from the email again.</p>}
      {token !== '' && !stopped && (
        <>
          <p>{description}</p>
          {problem !== undefined && (
            <div className="mt-4">
              <Problem message={problem} />
            </div>
          )}
          <Button variant="danger" className="mt-5 w-full" busy={busy} onClick={send}>
            {button}
          </Button>
        </>
      )}
      {stopped && <p role="status">{done}</p>}
      {(stopped || token === '') && (
        <LinkButton to="/login" className="mt-5 w-full">
          Log In
        </LinkButton>
      )}
    </SignInCard>
  );
}
