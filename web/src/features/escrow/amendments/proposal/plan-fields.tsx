/** The fields of a new plan: how the loan is repaid, how often, and in how many payments. */

import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { describePlanTerms } from '../../../../ui/plan/describe-plan-terms.ts';
import type { Loan } from '../../loan-parties.ts';
import { isBalloon, isCounted } from './proposal-schema.ts';

const plans = [
  { value: '', label: 'Choose' },
  { value: 'BULLET', label: 'One payment' },
  { value: 'INSTALMENTS', label: 'Equal payments' },
  { value: 'INTEREST_ONLY', label: 'Interest first, the loan at the end' },
  { value: 'EQUAL_PRINCIPAL', label: 'Equal principal, falling payments' },
  { value: 'BALLOON', label: 'Equal payments, a larger last one' },
];

const periods = [
  { value: 'MONTH', label: 'Every month' },
  ...[7, 14, 28, 30].map((days) => ({ value: `${days}D`, label: `Every ${days} days` })),
];

export function PlanFields({ loan, plan }: { loan: Loan; plan: string }) {
  return (
    <>
      <SelectField
        name="terms.plan"
        label="Repaid by"
        options={plans}
        hint={`Now: ${describePlanTerms(loan.presentTerms) ?? '–'}`}
      />
      {isCounted('PLAN', plan) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="terms.instalments"
            label="Number of payments"
            hint="1 to 120"
            inputMode="numeric"
          />
          <SelectField name="terms.period" label="How often" options={periods} />
        </div>
      )}
      {isBalloon('PLAN', plan) && (
        <TextField
          name="terms.balloonOf"
          label="As if paid over"
          hint="More payments than there are; the rest is due with the last one"
          inputMode="numeric"
        />
      )}
    </>
  );
}
