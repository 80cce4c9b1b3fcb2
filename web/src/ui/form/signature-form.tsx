/** Signs a document: consent, a typed name, and the legal address if the account has none. */

import * as z from 'zod/mini';
import { CheckboxField } from './checkbox-field.tsx';
import { CountryFields } from './country-fields.tsx';
import { Form } from './form.tsx';
import { textRule } from './rules.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';

const signatureFields = {
  name: textRule('Type your name'),
  consent: z.boolean().check(z.refine((ticked) => ticked, 'Tick the box to consent.')),
};
const optionalText = () => z.string().check(z.trim());
const schema = z.object(signatureFields);
const withAddress = z.object({
  ...signatureFields,
  address: z.object({
    address1: textRule('Enter the street and number'),
    address2: optionalText(),
    city: textRule('Enter the city'),
    zip: optionalText(),
    country: textRule('Choose the country'),
    subdivision: optionalText(),
  }),
});

const noAddress = { address1: '', address2: '', city: '', zip: '', country: '', subdivision: '' };

export interface SignatureFormProps {
  addressNeeded: boolean;
  consentText: string;
  /** Which name is expected. */
  nameHint: string;
  onSign: (values: z.output<typeof schema> | z.output<typeof withAddress>) => Promise<void>;
}

export function SignatureForm({
  addressNeeded,
  consentText,
  nameHint,
  onSign,
}: SignatureFormProps) {
  const fields = (
    <>
      {addressNeeded && <AddressFields />}
      <CheckboxField name="consent" label={consentText} className="text-xs leading-5" />
      <TextField label="Your name" name="name" autoComplete="name" hint={nameHint} />
      <SubmitButton className="w-full">Sign Now</SubmitButton>
    </>
  );
  const formClass = 'mt-4 space-y-4';
  return addressNeeded ? (
    <Form
      schema={withAddress}
      initial={{ name: '', consent: false, address: noAddress }}
      onSubmit={onSign}
      className={formClass}
    >
      {fields}
    </Form>
  ) : (
    <Form
      schema={schema}
      initial={{ name: '', consent: false }}
      onSubmit={onSign}
      className={formClass}
    >
      {fields}
    </Form>
  );
}

function AddressFields() {
  return (
    <fieldset className="space-y-4 border-b border-line pb-5">
      <legend className="mb-1.5 font-semibold">Your legal address</legend>
      <p className="text-xs text-ink-2">
        Printed below your signature, where the other party sees it.
      </p>
      <TextField label="Address" name="address.address1" autoComplete="address-line1" />
      <TextField label="Address (line 2)" name="address.address2" autoComplete="address-line2" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="City" name="address.city" autoComplete="address-level2" />
        <TextField label="Postal/Zip Code" name="address.zip" autoComplete="postal-code" />
      </div>
      <CountryFields prefix="address." />
    </fieldset>
  );
}
