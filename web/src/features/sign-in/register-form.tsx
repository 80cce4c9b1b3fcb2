/** Creates an account and signs in. */

import * as z from 'zod/mini';
import { useAction } from '../../graph/use-action.ts';
import { storeTokens } from '../../session/tokens.ts';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { emailRule, passwordRule, textRule } from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { matchesConfirmation, passwordHint } from './new-password-rules.ts';
import { RegisterDocument } from './register-form.generated.ts';
import { useSubmit } from './use-submit.ts';

const schema = z
  .object({
    name: textRule('Invalid name'),
    email: emailRule(),
    password: passwordRule(),
    confirmation: z.string(),
  })
  .check(matchesConfirmation('password'));

export function RegisterForm() {
  const [register] = useAction(RegisterDocument, { asVisitor: true });
  const { send, problem } = useSubmit(
    async ({ name, email, password }: z.output<typeof schema>) => {
      const { register: opened } = await register({ name, email, password });
      if (opened) storeTokens({ accessToken: opened.token, refreshToken: opened.refreshToken });
    },
  );
  return (
    <Form
      schema={schema}
      initial={{ name: '', email: '', password: '', confirmation: '' }}
      onSubmit={send}
      className="mt-5 space-y-4"
    >
      <TextField
        label="Full name"
        name="name"
        autoComplete="name"
        hint="As it should appear in your agreements."
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={passwordHint}
      />
      <PasswordField label="Confirm password" name="confirmation" autoComplete="new-password" />
      <FormProblem problem={problem} />
      <SubmitButton className="w-full">Get Started</SubmitButton>
    </Form>
  );
}
