/** Verifies an address with the emailed link. Its token is in the URL fragment, which is not sent to servers. */

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
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

function Verification({ token }: { token: string }) {
  const [verify] = useAction(VerifyEmailDocument, { asVisitor: true, refetch: ['Shell'] });
  const [attempt, setAttempt] = useState(0);
  const [verified, setVerified] = useState(false);
  const [problem, setProblem] = useState<{ message: string; final: boolean }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the call
  useEffect(() => {
    setProblem(undefined);
    verify({ token }).then(
      () => setVerified(true),
      (error: unknown) => {
        const { message, code } = toErrorDetails(error);
        setProblem({ message, final: code === 'INVALID_INPUT' });
      },
    );
  }, [verify, token, attempt]);
  if (problem)
    return (
      <>
        <Problem
          message={problem.message}
          {...(problem.final ? {} : { onTryAgain: () => setAttempt(attempt + 1) })}
        />
        {problem.final && <OpenApp />}
      </>
    );
  return (
    <>
      <p role="status">{verified ? 'Your email is verified.' : 'Verifying your email…'}</p>
      {verified && <OpenApp />}
    </>
  );
}
