/** The lending contract: the agreement for new offers, with a preview, and the legal address printed on it. */

import { useState } from 'react';
import * as z from 'zod/mini';
import type { ContractKind } from '../../graph/schema.generated.ts';
import { CountryFields } from '../../ui/form/country-fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { contractNames } from '../../ui/loan/contract-names.ts';
import { ContractPreview } from './contract-preview.tsx';
import type { ProfileFragment } from './profile.generated.ts';
import { useSaveProfile } from './use-save-profile.ts';

/** In the order of the API's numbers 0 and 1. */
const kinds: readonly ContractKind[] = ['BANK_TRANSFER', 'CRYPTOCURRENCY'];
const names = kinds.map((kind) => contractNames[kind]);
const options = names.map((label, at) => ({ value: `${at}`, label }));

const line = z.string();
const contractSchema = z.object({ contract: line });
const addressSchema = z.object({
  address1: line,
  address2: line,
  city: line,
  zip: line,
  country: line,
  subdivision: line,
});

export function LendingCard({ profile }: { profile: ProfileFragment }) {
  return (
    <Card title="Lending contract">
      <p className="mt-1 text-ink-2">
        The agreement for your new offers. Existing offers keep theirs.
      </p>
      <ContractForm profile={profile} />
      <h3 className="mt-8 border-line border-t pt-6 font-semibold">Legal address</h3>
      <p className="mt-1 text-ink-2">
        Printed on contracts you sign from now on, and registered as yours for domains in our
        custody.
      </p>
      <AddressForm profile={profile} />
    </Card>
  );
}

function ContractForm({ profile }: { profile: ProfileFragment }) {
  const save = useSaveProfile();
  const saved = Math.max(0, kinds.indexOf(profile.defaultContract ?? 'BANK_TRANSFER'));
  const [shown, setShown] = useState(saved);
  return (
    <Form
      schema={contractSchema}
      initial={{ contract: `${saved}` }}
      onSubmit={({ contract }) => save({ contract: kinds[Number(contract)] ?? null })}
      className="mt-4"
    >
      <SelectField
        name="contract"
        label="Agreement"
        options={options}
        onInput={(event) => setShown(Number(event.currentTarget.value))}
      />
      <ContractPreview names={names} chosen={shown} />
      <SubmitButton variant="default">Set Lending Contract</SubmitButton>
    </Form>
  );
}

function AddressForm({ profile }: { profile: ProfileFragment }) {
  const save = useSaveProfile();
  const { address1, address2, city, zip, country, countryCode, subdivision } = profile;
  return (
    <Form
      schema={addressSchema}
      initial={{
        address1: address1 ?? '',
        address2: address2 ?? '',
        city: city ?? '',
        zip: zip ?? '',
        country: countryCode ?? country ?? '',
        subdivision: subdivision ?? '',
      }}
      onSubmit={save}
      className="mt-4"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="grid gap-5 sm:col-span-2">
          <TextField name="address1" label="Address" autoComplete="address-line1" />
          <TextField name="address2" label="Address (line 2)" autoComplete="address-line2" />
        </div>
        <TextField name="city" label="City" autoComplete="address-level2" />
        <TextField name="zip" label="Postal/Zip Code" autoComplete="postal-code" />
        <CountryFields unreadable={countryCode ? null : country || null} />
      </div>
      <SubmitButton variant="default" className="mt-5">
        Update Legal Address
      </SubmitButton>
    </Form>
  );
}
