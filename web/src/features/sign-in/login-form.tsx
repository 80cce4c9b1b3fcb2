/** The login form: email, password and the optional MFA code. */

import * as z from 'zod/mini';
import type { ApiErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { storeTokens } from '../../session/tokens.ts';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { emailRule, optionalCodeRule, passwordRule } from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { FormProblem } from './form-problem.tsx';
import { LogInDocument } from './login-form.generated.ts';
import { MfaField } from './mfa-field.tsx';
import { useSubmit } from './use-submit.ts';

const schema = z.object({ email: emailRule(), password: passwordRule(), mfa: optionalCodeRule() });

/** MFA errors belong to the code's input. */
const fieldsOf = ({ code, message, fields }: ApiErrorDetails) =>
  code === 'MFA_REQUIRED' || code === 'MFA_INVALID' ? { mfa: message } : fields;

export function LoginForm() {
  const [logIn] = useAction(LogInDocument, { asVisitor: true });
  const { send, problem } = useSubmit(async (values: z.output<typeof schema>) => {
    const { login } = await logIn(values);
    if (login) storeTokens({ accessToken: login.token, refreshToken: login.refreshToken });
  }, fieldsOf);
  return (
    <Form
      schema={schema}
      initial={{ email: '', password: '', mfa: '' }}
      onSubmit={send}
      className="mt-5 space-y-4"
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" />
      <MfaField />
      <FormProblem problem={problem} />
      <SubmitButton className="w-full">Continue</SubmitButton>
      <ForgotPassword />
    </Form>
  );
}
