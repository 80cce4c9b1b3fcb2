/** Sets a new password with the emailed link. Its token is in the URL fragment, which is not sent to servers. */

import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { useAction } from '../../graph/use-action.ts';
import { endSession } from '../../session/renew-token.ts';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { passwordRule } from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { FormProblem } from './form-problem.tsx';
import { matchesConfirmation, passwordHint } from './new-password-rules.ts';
import { readLinkToken } from './read-link-token.ts';
import { SetPasswordDocument } from './reset-password-page.generated.ts';
import { SignInCard } from './sign-in-card.tsx';
import { useSubmit } from './use-submit.ts';

const schema = z
  .object({ newPassword: passwordRule(), confirmation: z.string() })
  .check(matchesConfirmation('newPassword'));

export function ResetPasswordPage() {
  const { hash } = useLocation();
  const token = readLinkToken(hash);
  return (
    <SignInCard heading={<PageHeading title="Set a new password">Set a new password</PageHeading>}>
      {token === '' ? <MissingToken /> : <ResetForm key={token} token={token} />}
    </SignInCard>
  );
}

function MissingToken() {
  return (
    <>
      <p>
        This link is incomplete. Open it from the email again, or request a new one with Forgot My
        Password.
      </p>
      <LinkButton to="/login" className="mt-5 w-full">
        Go to Login
      </LinkButton>
    </>
  );
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const [setPassword] = useAction(SetPasswordDocument, { asVisitor: true });
  const [ended, setEnded] = useState(false);
  const { send, problem } = useSubmit(
    async ({ newPassword }: z.output<typeof schema>) => {
      setEnded(false);
      await setPassword({ token, newPassword });
      // The server has ended all sessions of the account, possibly including the one in this browser.
      endSession();
      showBanner('green', 'Password changed');
      navigate('/login', { replace: true });
    },
    ({ fields = {} }) => {
      const { token: tokenError, ...others } = fields;
      if (tokenError !== undefined) setEnded(true);
      return tokenError === undefined && Object.keys(others).length > 0 ? others : undefined;
    },
  );
  return (
    <Form
      schema={schema}
      initial={{ newPassword: '', confirmation: '' }}
      onSubmit={send}
      className="space-y-4"
    >
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint={passwordHint}
      />
      <PasswordField label="Confirm password" name="confirmation" autoComplete="new-password" />
      <FormProblem problem={problem} />
      <SubmitButton className="w-full">Set Password</SubmitButton>
      {ended && (
        <LinkButton to="/login" variant="quiet" className="w-full">
          Request a new link
        </LinkButton>
      )}
    </Form>
  );
}
