/** The filters of the listings behind a button: ranges with a minimum and a maximum, the plan, then what registries publish. */

import { planKinds } from '@nameloan/loan-math/plan-terms';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/input/field.tsx';
import { Select } from '../../ui/input/select.tsx';
import { planNames } from '../../ui/plan/describe-plan.ts';
import type { FilterErrors, FilterName } from './listing-search.ts';

const ranges = [
  { of: 'amount', label: 'Loan amount', before: '$', after: undefined },
  { of: 'term', label: 'Term', before: undefined, after: 'days' },
  { of: 'apy', label: 'APR', before: undefined, after: '%' },
  { of: 'value', label: 'Estimated value', before: '$', after: undefined },
  { of: 'ltv', label: 'LTV', before: undefined, after: '%' },
  { of: 'length', label: 'Name length', before: undefined, after: undefined },
] as const;
const integers: readonly string[] = ['term', 'length'];

export const isRange = (name: FilterName) => name !== 'text' && name !== 'suffix';

export function FilterRanges({ errors }: { errors: FilterErrors }) {
  return (
    <div className="mt-2 grid gap-5 rounded-lg border border-line bg-sunken p-5 sm:grid-cols-2 xl:grid-cols-3">
      {ranges.map(({ of, label, before, after }) => (
        <fieldset key={of}>
          <legend className="mb-1.5 font-semibold">{label}</legend>
          <div className="grid grid-cols-2 gap-2">
            {(['min', 'max'] as const).map((end) => (
              <Field
                key={end}
                label={`${label}, ${end === 'min' ? 'at least' : 'at most'}`}
                labelHidden
                name={`${end}_${of}`}
                placeholder={end === 'min' ? 'From' : 'To'}
                inputMode={integers.includes(of) ? 'numeric' : 'decimal'}
                before={before}
                after={after}
                error={errors[`${end}_${of}`]}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <Select label="Repayment" name="plan" options={planOptions} error={errors.plan} />
      <Registration errors={errors} />
      <div className="sm:col-span-full">
        <Button type="submit">Apply</Button>
      </div>
    </div>
  );
}

const planOptions = [
  { value: '', label: 'Any' },
  ...planKinds.map((kind) => ({ value: kind.toLowerCase(), label: planNames[kind] })),
];

const signingOptions = [
  { value: '', label: 'Any' },
  { value: 'signed', label: 'Signed' },
  { value: 'unsigned', label: 'Not signed' },
];

function Registration({ errors }: { errors: FilterErrors }) {
  return (
    <>
      <Field label="Registrar" name="registrar" placeholder="Name or IANA ID" maxLength={253} />
      <Field
        label="Age, at least"
        name="min_age_days"
        inputMode="numeric"
        after="days"
        error={errors.min_age_days}
      />
      <Field label="Expires after" name="expires_after" type="date" error={errors.expires_after} />
      <Select label="DNSSEC" name="dnssec" options={signingOptions} error={errors.dnssec} />
    </>
  );
}
