/** Create Listing: the terms that a borrower wants, and what such a loan would cost. */

import * as z from 'zod/mini';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { DaysField } from '../../../ui/form/days-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { PercentField } from '../../../ui/form/percent-field.tsx';
import { daysRule, moneyRule, optionalMoneyRule, percentRule } from '../../../ui/form/rules.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { DomainDialog } from '../dialog/domain-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { TransferChecklist } from '../registrar/transfer-checklist.tsx';
import { CreateListingDocument } from './list-dialog.generated.ts';
import { SetOwnerValueDocument } from './owner-value.generated.ts';
import { RequestedLoanSummary } from './requested-loan-summary.tsx';

const schema = z.object({
  desiredAmount: moneyRule(),
  desiredTerm: daysRule(),
  desiredRate: percentRule(),
  businessPurpose: z.boolean(),
  ownerValue: optionalMoneyRule(),
});

const initial = {
  ...{ desiredAmount: '', desiredTerm: '', desiredRate: '' },
  ...{ businessPurpose: false, ownerValue: '' },
};

export function ListDialog() {
  return (
    <DomainGate title="Create Listing" action="LIST">
      {(entered) => <CreateListing {...entered} />}
    </DomainGate>
  );
}

function CreateListing({ domain, close }: LoadedDialog) {
  const [createListing] = useAction(CreateListingDocument);
  const [setValue] = useAction(SetOwnerValueDocument);
  const create = async ({ ownerValue, ...terms }: z.output<typeof schema>) => {
    if (ownerValue !== null) await setValue({ id: domain.id, ownerValue });
    await createListing({ domainId: domain.id, ...terms });
    close('Listing created');
  };
  return (
    <DomainDialog
      title="Create Listing"
      domain={domain}
      text={`Lenders can match your terms or offer others. Nothing is binding until you accept an offer. If you don’t repay that loan, the lender can take ${domain.unicodeName}.`}
      onClose={() => close()}
    >
      <Form schema={schema} initial={initial} onSubmit={create} className="mt-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField name="desiredAmount" label="Desired loan amount" className="sm:col-span-2" />
          <DaysField name="desiredTerm" label="Desired term in days" />
          <PercentField name="desiredRate" label="Desired APR" />
          <MoneyField
            name="ownerValue"
            label="Your estimate of the value (optional)"
            hint="Shown to lenders as the owner’s figure, next to any estimate."
            className="sm:col-span-2"
          />
          <CheckboxField
            name="businessPurpose"
            label="This loan is for business"
            hint="Added to the contract. Some countries require it."
            className="sm:col-span-2"
          />
        </div>
        <RequestedLoanSummary domain={domain} />
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
