/** The inputs of one kind of payee. */

import type { ReactNode } from 'react';
import type { PayeeKind } from '../../../graph/schema.generated.ts';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { TextFieldProps } from '../../../ui/form/text-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { chainNames } from './payee-kinds.ts';

/** Numbers and addresses are copied, so nothing corrects or completes them. */
const asNumber = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

function NumberField({ name, ...rest }: TextFieldProps) {
  return <TextField {...asNumber} {...rest} name={`fields.${name}`} />;
}

const chainOptions = Object.entries(chainNames).map(([value, label]) => ({ value, label }));

/** With the payee's own chain, which the list need not have. */
function ChainField({ chainId }: { chainId: number | null }) {
  const isListed = chainId === null || String(chainId) in chainNames;
  const own = isListed ? [] : [{ value: String(chainId), label: `Chain ${chainId}` }];
  return <SelectField name="fields.chainId" label="Chain" options={[...chainOptions, ...own]} />;
}

const accountTypes = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
];
const address = <NumberField name="address" label="Address" />;
const token = (coin: string) => (
  <NumberField
    name="token"
    label="Token (optional)"
    hint={`A symbol like USDT or the address of its contract. Without one you’re paid in ${coin}.`}
  />
);

const inputs: Record<Exclude<PayeeKind, 'EVM'>, ReactNode> = {
  IBAN: (
    <>
      <NumberField name="iban" label="IBAN" />
      <NumberField name="bic" label="BIC (optional)" hint="Payers outside Europe may need it." />
    </>
  ),
  US_BANK: (
    <>
      <NumberField name="routing" label="Routing number" inputMode="numeric" />
      <NumberField name="account" label="Account number" inputMode="numeric" />
      <SelectField name="fields.accountType" label="Account type" options={accountTypes} />
      <CheckboxField name="fields.wire" label="The routing number also receives wires" />
    </>
  ),
  UK_BANK: (
    <>
      <NumberField name="sortCode" label="Sort code" inputMode="numeric" />
      <NumberField name="account" label="Account number" inputMode="numeric" />
    </>
  ),
  SWIFT: (
    <>
      <NumberField name="bic" label="BIC" />
      <NumberField name="account" label="Account number" />
      <TextField name="fields.bankName" label="Bank" />
      <TextField name="fields.bankAddress" label="Address of the bank" />
    </>
  ),
  BTC: address,
  SOLANA: (
    <>
      {address}
      <NumberField
        name="confirm"
        label="Address again"
        hint="A Solana address has no check characters, so a typing error would go unnoticed."
      />
      <NumberField
        name="mint"
        label="Token (optional)"
        hint="A symbol like USDC or the token’s address. Without one you’re paid in SOL."
      />
    </>
  ),
  TRON: (
    <>
      {address}
      {token('TRX')}
    </>
  ),
};

interface PayeeInputsProps {
  kind: PayeeKind;
  /** Of the payee to change. */
  chainId: number | null;
}

export function PayeeInputs({ kind, chainId }: PayeeInputsProps) {
  if (kind !== 'EVM') return inputs[kind];
  return (
    <>
      <ChainField chainId={chainId} />
      {address}
      {token('the chain’s own coin')}
    </>
  );
}
