/** Adds a payee, or changes the details of one. */

import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../../graph/api-error.ts';
import type { PayeeKind } from '../../../graph/schema.generated.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { PayeeInputs } from './payee-inputs.tsx';
import type { PayeeTexts } from './payee-kinds.ts';
import {
  isBankKind,
  payeeKindNames,
  payeeKinds,
  toPayeeFields,
  toStartTexts,
} from './payee-kinds.ts';
import type { PayeeRowFragment } from './payees-card.generated.ts';
import { AddPayeeDocument, ChangePayeeDocument } from './payees-card.generated.ts';

const text = z.string();
/** The server validates the details. */
const schema = z.object({
  kind: text,
  holder: text,
  label: text,
  fields: z.object({
    ...{ iban: text, bic: text, routing: text, account: text, accountType: text },
    ...{ wire: z.boolean(), sortCode: text, bankName: text, bankAddress: text },
    ...{ address: text, chainId: text, token: text, mint: text, confirm: text },
  }),
});
type Values = z.output<typeof schema>;

const kindOptions = payeeKinds.map((kind) => ({ value: kind, label: payeeKindNames[kind] }));
const refetch = ['Settings'];

export interface PayeeDialogProps {
  /** The payee to change; absent to add one. */
  payee?: PayeeRowFragment;
  onClose: () => void;
}

export function PayeeDialog({ payee, onClose }: PayeeDialogProps) {
  const [kind, setKind] = useState<PayeeKind>(payee?.kind ?? 'IBAN');
  const [availableAt, setAvailableAt] = useState<string>();
  const save = useSave(payee, kind);
  const submit = async (values: Values) => {
    setAvailableAt(undefined);
    try {
      showBanner('green', await save(values));
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setAvailableAt(error.details.availableAt);
      throw error;
    }
  };
  const initial: Values = {
    kind,
    holder: payee?.holder ?? '',
    label: payee?.label ?? '',
    fields: toStartTexts(payee?.options),
  };
  return (
    <Dialog
      title={payee ? 'Change payee' : 'Add a payee'}
      description={
        payee
          ? `${payeeKindNames[payee.kind]}, ${payee.masked}. Enter its details again. If an open loan names this payee, the change takes effect after 72 hours, and the other party is notified.`
          : 'If this wasn’t you, remove it within 72 hours with the link that we email you.'
      }
      onClose={onClose}
    >
      <Form schema={schema} initial={initial} onSubmit={submit} className="mt-5 space-y-4">
        {availableAt !== undefined && (
          <p className="text-ink-2">
            Possible from <Time value={availableAt} as="day-time" />.
          </p>
        )}
        {!payee && (
          <SelectField
            name="kind"
            label="Kind"
            options={kindOptions}
            onInput={(event) => setKind(event.currentTarget.value as PayeeKind)}
          />
        )}
        <TextField
          name="holder"
          label={isBankKind(kind) ? 'Account holder' : 'Owner of the address'}
          autoComplete="off"
          hint={isBankKind(kind) ? 'Exactly as the bank has it: many banks compare it.' : undefined}
        />
        <PayeeInputs kind={kind} chainId={payee?.options?.chainId ?? null} />
        <TextField
          name="label"
          label="Label (optional)"
          autoComplete="off"
          hint="Only you see it."
        />
        <DialogActions>
          <SubmitButton>{payee ? 'Change Payee' : 'Add Payee'}</SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Resolves to what to show after it. */
function useSave(payee: PayeeRowFragment | undefined, kind: PayeeKind) {
  const [add] = useAction(AddPayeeDocument, { refetch });
  const [change] = useAction(ChangePayeeDocument, { refetch });
  return async ({ holder, label, fields: texts }: Values): Promise<string> => {
    const fields = toPayeeFields(kind, texts as PayeeTexts);
    if (!payee) {
      await add({ kind, holder, label, fields });
      return 'Payee added';
    }
    const { changePayee } = await change({ id: payee.id, holder, label, fields });
    return changePayee.pending
      ? 'Payee change saved; it takes effect in 72 hours'
      : 'Payee changed';
  };
}
