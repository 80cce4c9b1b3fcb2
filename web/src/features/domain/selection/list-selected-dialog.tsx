/** Lists the selected domains on equal terms: an amount for each, or a share of each estimate. */

import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { parseDays } from '../../../format/parse-days.ts';
import { parseMoney } from '../../../format/parse-money.ts';
import { parsePercent } from '../../../format/parse-percent.ts';
import { useAction } from '../../../graph/use-action.ts';
import { useLoanBounds } from '../../../graph/use-loan-bounds.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { DaysField } from '../../../ui/form/days-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import type { FormError } from '../../../ui/form/form-error.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { PercentField } from '../../../ui/form/percent-field.tsx';
import { daysRule, percentRule } from '../../../ui/form/rules.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { NameList } from './name-list.tsx';
import { NothingReadyDialog } from './nothing-ready-dialog.tsx';
import type { SelectionDialogProps } from './remove-selected-dialogs.tsx';
import { ResultDialog } from './result-dialog.tsx';
import { ListSelectedDocument } from './selection.generated.ts';
import type { AmountChoice, SelectionResult, Split } from './selection-rules.ts';
import {
  computeAmount,
  readResults,
  splitByEstimate,
  splitSelection,
  sumCosts,
} from './selection-rules.ts';

const schema = z.object({
  by: z.string(),
  desiredAmount: z.string(),
  percentOfValue: z.string(),
  desiredTerm: daysRule(),
  desiredRate: percentRule(),
  businessPurpose: z.boolean(),
});

const initial = {
  ...{ by: 'PERCENT', desiredAmount: '', percentOfValue: '' },
  ...{ desiredTerm: '', desiredRate: '', businessPurpose: false },
};

const choices = [
  { value: 'PERCENT', label: 'A share of each estimated value' },
  { value: 'AMOUNT', label: 'The same amount for each' },
];

type Amounts = Pick<z.output<typeof schema>, 'by' | 'desiredAmount' | 'percentOfValue'>;

const readChoice = ({ by, desiredAmount, percentOfValue }: Amounts): AmountChoice =>
  by === 'AMOUNT'
    ? { amountCents: parseMoney(desiredAmount) }
    : { percentOfValue: parsePercent(percentOfValue) };

function findAmountError(choice: AmountChoice): FormError | undefined {
  if ('amountCents' in choice)
    return choice.amountCents === undefined
      ? fieldError('desiredAmount', 'Invalid amount')
      : undefined;
  return choice.percentOfValue ? undefined : fieldError('percentOfValue', 'Invalid percentage');
}

const fieldError = (name: string, message: string): FormError => ({
  message,
  fields: { [name]: message },
});

export function ListSelectedDialog({ rows, onClose }: SelectionDialogProps) {
  // As it was when the dialog opened: live updates must not change what is being listed.
  const [split] = useState(() => splitSelection(rows, 'LIST'));
  const [result, setResult] = useState<SelectionResult>();
  const [list] = useAction(ListSelectedDocument, { refetch: ['MyDomains'] });
  if (result) return <ResultDialog done="listed" result={result} onClose={onClose} />;
  if (split.ready.length === 0)
    return <NothingReadyDialog done="listed" leftOut={split.leftOut} onClose={onClose} />;
  const submit = async (values: z.output<typeof schema>) => {
    const choice = readChoice(values);
    const error = findAmountError(choice);
    if (error) return error;
    const { ready } = splitByEstimate(split, choice);
    const { desiredTerm, desiredRate, businessPurpose } = values;
    const amount =
      'amountCents' in choice
        ? { desiredAmount: choice.amountCents }
        : { percentOfValue: choice.percentOfValue };
    const terms = { ...amount, desiredTerm, desiredRate, businessPurpose };
    const { openListings } = await list({
      items: ready.map(({ id }) => ({ domainId: id, ...terms })),
    });
    setResult(readResults(ready, openListings));
    return undefined;
  };
  return (
    <Dialog
      title="List the selected domains"
      wide
      description="Lenders can match your terms or offer others. Nothing is binding until you accept an offer."
      onClose={onClose}
    >
      <Form schema={schema} initial={initial} onSubmit={submit} className="mt-5">
        <TermsFields />
        <Plan split={split} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function TermsFields() {
  const by = useWatch({ name: 'by' });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        name="by"
        label="Desired loan amount"
        options={choices}
        className="sm:col-span-2"
      />
      {by === 'AMOUNT' ? (
        <MoneyField name="desiredAmount" label="Amount for each domain" className="sm:col-span-2" />
      ) : (
        <PercentField
          name="percentOfValue"
          label="Share of the estimated value"
          hint="Of the automatic estimate, rounded down to a cent"
          className="sm:col-span-2"
        />
      )}
      <DaysField name="desiredTerm" label="Desired term in days" />
      <PercentField name="desiredRate" label="Desired APR" hint="Yearly rate, without fees" />
      <CheckboxField
        name="businessPurpose"
        label="These loans are for business"
        hint="Added to the contracts. Some countries require it."
        className="sm:col-span-2"
      />
    </div>
  );
}

/** What will happen to which names, updated while typing. */
function Plan({ split, onClose }: { split: Split; onClose: () => void }) {
  const [by, desiredAmount, percentOfValue, term, rate] = useWatch({
    name: ['by', 'desiredAmount', 'percentOfValue', 'desiredTerm', 'desiredRate'],
  });
  const choice = readChoice({ by, desiredAmount, percentOfValue });
  const { ready, leftOut } = splitByEstimate(split, choice);
  const costs = sumCosts(ready, choice, {
    termDays: parseDays(term),
    rateBps: parsePercent(rate),
    bounds: useLoanBounds(),
  });
  const money = (cents: number | undefined) => (cents === undefined ? '–' : formatMoney(cents));
  const names = ready.map((row) => {
    const amountCents = computeAmount(row, choice);
    const note = amountCents === undefined ? {} : { note: formatMoney(amountCents) };
    return { id: row.id, name: row.unicodeName, ...note };
  });
  return (
    <>
      <output aria-label="Cost of all loans" className="mt-4 block">
        <Facts
          layout="list"
          lead
          items={[
            { label: 'You receive in total', value: money(costs?.receivesCents) },
            { label: 'You repay', value: money(costs?.repaysCents) },
            { label: 'Interest', value: money(costs?.interestCents) },
            { label: 'Transfer fees', value: money(costs?.transferFeeCents) },
          ]}
        />
      </output>
      <NameList title={`${ready.length} will be listed`} names={names} />
      <NameList title={`${leftOut.length} left out`} names={leftOut} reasons />
      <DialogActions>
        {ready.length > 0 && (
          <SubmitButton>
            List {ready.length} {ready.length === 1 ? 'Domain' : 'Domains'}
          </SubmitButton>
        )}
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
}
