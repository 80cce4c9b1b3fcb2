/** Create Listing: the terms that a borrower wants, and what such a loan would cost. */

import { useState } from 'react';
import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { formatWorth } from '../../../format/worth.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { DaysField } from '../../../ui/form/days-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { PercentField } from '../../../ui/form/percent-field.tsx';
import {
  daysRule,
  moneyRule,
  noTermRule,
  optionalMoneyRule,
  percentRule,
} from '../../../ui/form/rules.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { PlanFields } from '../../../ui/plan/plan-fields.tsx';
import { readPlanForSubmit } from '../../../ui/plan/read-for-submit.ts';
import { initialPlan } from '../../../ui/plan/typed-plan.ts';
import { DomainDialog } from '../dialog/domain-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { TransferChecklist } from '../registrar/transfer-checklist.tsx';
import { CreateListingDocument } from './list-dialog.generated.ts';
import { SetOwnerValueDocument } from './owner-value.generated.ts';
import { getTransferFee, RequestedLoanSummary } from './requested-loan-summary.tsx';

const rules = {
  desiredAmount: moneyRule(),
  desiredRate: percentRule(),
  businessPurpose: z.boolean(),
  ownerValue: optionalMoneyRule(),
};
const schema = z.object({ ...rules, desiredTerm: daysRule() });
/** The term of a plan with several payments follows from it. */
const plannedSchema = z.object({ ...rules, desiredTerm: noTermRule() });

const initial = {
  ...{ desiredAmount: '', desiredTerm: '', desiredRate: '' },
  ...{ businessPurpose: false, ownerValue: '' },
};

type Values = z.output<typeof schema> | z.output<typeof plannedSchema>;

export function ListDialog() {
  return (
    <DomainGate title="Create Listing" action="LIST">
      {(entered) => <CreateListing {...entered} />}
    </DomainGate>
  );
}

function describeFees(domain: LoadedDialog['domain']): string {
  const fee = getTransferFee(domain);
  return fee > 0
    ? `Listing is free. The transfer into custody costs ${formatMoney(fee)}, once you accept an offer.`
    : 'Listing is free.';
}

function CreateListing({ domain, close }: LoadedDialog) {
  const [createListing] = useAction(CreateListingDocument);
  const [setValue] = useAction(SetOwnerValueDocument);
  const [plan, setPlan] = useState(initialPlan);
  const isOnce = plan.kind === 'BULLET';
  const create = async ({ ownerValue, ...terms }: Values) => {
    const read = await readPlanForSubmit(plan, {
      amountCents: terms.desiredAmount,
      rateBps: terms.desiredRate,
      termDays: terms.desiredTerm,
      today: businessToday(),
    });
    if (read.error) return read.error;
    if (ownerValue !== null) await setValue({ id: domain.id, ownerValue });
    await createListing({ domainId: domain.id, ...terms, ...read.planned });
    close('Listing created');
    return undefined;
  };
  return (
    <DomainDialog
      title="Create Listing"
      domain={domain}
      text={`${describeFees(domain)} It stays open until you accept an offer or remove it. Lenders can match your terms or offer others. Nothing is binding until you accept an offer. If you don’t repay that loan, the lender can take ${domain.unicodeName}.`}
      onClose={() => close()}
    >
      <Form
        schema={isOnce ? schema : plannedSchema}
        initial={initial}
        onSubmit={create}
        className="mt-5"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField
            name="desiredAmount"
            label="Desired loan amount"
            hint={formatWorth(domain)}
            className="sm:col-span-2"
          />
          {isOnce && <DaysField name="desiredTerm" label="Desired term in days" />}
          <PercentField
            name="desiredRate"
            label="Desired APR"
            hint="Yearly rate, without fees"
            className={isOnce ? undefined : 'sm:col-span-2'}
          />
        </div>
        <PlanFields typed={plan} onType={setPlan} />
        <div className="mt-4 grid gap-4">
          <MoneyField
            name="ownerValue"
            label="Your estimate of the value (optional)"
            hint="Shown to lenders as the owner’s figure, next to any estimate."
          />
          <CheckboxField
            name="businessPurpose"
            label="This loan is for business"
            hint="Added to the contract. Some countries require it."
          />
        </div>
        <RequestedLoanSummary domain={domain} plan={plan} />
        <TransferChecklist checklist={domain.transferChecklist} folded />
        <DialogActions>
          <SubmitButton>Create Listing</SubmitButton>
          <Button variant="quiet" onClick={() => close()}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </DomainDialog>
  );
}
