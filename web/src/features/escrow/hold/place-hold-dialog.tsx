/** Places a legal hold on a domain. */

import * as z from 'zod/mini';
import { holdKinds } from '../../../graph/hold-kinds.ts';
import type { LegalHoldKind } from '../../../graph/schema.generated.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { maxCharacters, optionalTextRule, textRule } from '../../../ui/form/rules.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { LegalRequestRowFragment } from './legal-holds.generated.ts';
import { PlaceLegalHoldDocument } from './legal-holds.generated.ts';

const schema = z.object({
  domain: textRule('Enter the domain'),
  kind: z.string(),
  caseId: textRule('Enter the case number').check(maxCharacters(100)),
  provider: textRule('Enter the provider').check(maxCharacters(200)),
  note: optionalTextRule(),
  disclosed: z.boolean(),
});

export interface PlaceHoldDialogProps {
  /** Fills the form in. */
  request: LegalRequestRowFragment | undefined;
  onClose: () => void;
}

export function PlaceHoldDialog({ request, onClose }: PlaceHoldDialogProps) {
  const [place] = useAction(PlaceLegalHoldDocument, { refetch: ['LegalHolds'] });
  const initial = {
    domain: request?.domain ?? '',
    kind: request?.kind ?? 'UDRP',
    caseId: request?.caseId ?? '',
    provider: request?.provider ?? '',
    note: '',
    disclosed: false,
  };
  return (
    <Dialog
      title="Place a legal hold"
      description="The domain can’t be listed, transferred, seized or changed until two operators lift the hold. It is renewed in any case."
      onClose={onClose}
    >
      <Form
        schema={schema}
        initial={initial}
        className="mt-4 space-y-4"
        onSubmit={async ({ kind, ...values }) => {
          const receivedAt = request?.receivedAt ?? null;
          await place({ ...values, kind: kind as LegalHoldKind, receivedAt });
          showBanner('green', 'Legal hold placed');
          onClose();
        }}
      >
        <TextField name="domain" label="Domain" autoCapitalize="none" />
        <SelectField name="kind" label="Kind of case" options={holdKinds} />
        <TextField name="caseId" label="Case number" />
        <TextField name="provider" label="Provider or court" />
        <TextAreaField name="note" label="Note (optional)" hint="Visible to operators only" />
        <CheckboxField
          name="disclosed"
          label="Notify the owner and the lender"
          hint="Leave it off until the provider has notified the owner."
        />
        <DialogActions>
          <SubmitButton>Place Hold</SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            Go back
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
