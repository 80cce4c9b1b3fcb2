/** Verifies an address with the emailed link. Its token is in the URL fragment, which is not sent to servers. */

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
import { VerifyEmailDocument } from './verify-email-page.generated.ts';

export function VerifyEmailPage() {
  const token = readLinkToken(useLocation().hash);
  return (
    <SignInCard heading={<PageHeading title="Verify your email">Verify your email</PageHeading>}>
      {token === '' ? (
        <>
          <p>This link is incomplete. Open it from the email again.</p>
          <OpenApp />
        </>
      ) : (
        <Verification key={token} token={token} />
      )}
    </SignInCard>
  );
}

const OpenApp = () => (
  <LinkButton to="/app" className="mt-5 w-full">
    Open the App
  </LinkButton>
);

/** Verifies only on a click: programs that open the links of mails must not verify an address. */
function Verification({ token }: { token: string }) {
  const [verify, busy] = useAction(VerifyEmailDocument, { asVisitor: true, refetch: ['Shell'] });
  const [verified, setVerified] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = () => {
    setProblem(undefined);
    verify({ token }).then(
      () => setVerified(true),
      (error: unknown) => setProblem(toErrorDetails(error).message),
    );
  };
  if (verified)
    return (
      <>
        <p role="status">Your email is verified.</p>
        <OpenApp />
      </>
    );
  return (
    <>
      <p>Confirm that this address is yours.</p>
      {problem !== undefined && (
        <div className="mt-4">
          <Problem message={problem} />
        </div>
      )}
      <Button variant="primary" className="mt-5 w-full" busy={busy} onClick={send}>
        Verify Email
      </Button>
    </>
  );
}
