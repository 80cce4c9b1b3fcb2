/** The intake of dispute providers, courts and registries. It never says whether a domain is here. */

import { useState } from 'react';
import * as z from 'zod/mini';
import { holdKinds } from '../../graph/hold-kinds.ts';
import type { LegalHoldKind } from '../../graph/schema.generated.ts';
import { useAction } from '../../graph/use-action.ts';
import { Form } from '../../ui/form/form.tsx';
import { maxCharacters, textRule } from '../../ui/form/rules.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { SendLegalRequestDocument } from './legal-request.generated.ts';

const schema = z.object({
  kind: z.string(),
  domain: textRule('Enter the domain'),
  caseId: textRule('Enter the case number').check(maxCharacters(100)),
  provider: textRule('Enter the provider or court').check(maxCharacters(200)),
  contact: textRule('Enter how we can reach you').check(maxCharacters(300)),
  text: textRule('Enter your request').check(maxCharacters(5000)),
});

const initial = { kind: 'UDRP', domain: '', caseId: '', provider: '', contact: '', text: '' };

export function LegalRequestPage() {
  const [send] = useAction(SendLegalRequestDocument, { asVisitor: true });
  const [sent, setSent] = useState(false);
  return (
    <div className="mx-auto max-w-[40rem] py-6 sm:py-10">
      <PageHeading title="Legal request">Legal request</PageHeading>
      <p className="mt-2 mb-6 text-ink-2">
        For dispute providers, courts, registries and registrars. We read every request and reply to
        the contact you give. We don’t say here whether we hold a domain.
      </p>
      <Form
        schema={schema}
        initial={initial}
        className="space-y-4"
        clearWhenDone
        onSubmit={async ({ kind, ...values }) => {
          setSent(false);
          await send({ ...values, kind: kind as LegalHoldKind });
          setSent(true);
        }}
      >
        <SelectField name="kind" label="Kind of case" options={holdKinds} />
        <TextField name="domain" label="Domain" autoCapitalize="none" />
        <TextField name="caseId" label="Case number" />
        <TextField name="provider" label="Provider or court" />
        <TextField name="contact" label="Contact" hint="Email or phone, with your name" />
        <TextAreaField name="text" label="Request" />
        <SubmitButton>Send Request</SubmitButton>
      </Form>
      <p role="status" className="mt-6 text-ink-2">
        {sent && 'Request received. We’ll reply to the contact you gave.'}
      </p>
    </div>
  );
}
