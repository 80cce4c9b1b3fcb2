/** Labels: the owner's own labels of a domain, as one text. */

import * as z from 'zod/mini';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { LabelDomainDocument } from './labels-dialog.generated.ts';
import { splitLabels, withoutLabels } from './split-labels.ts';

const title = 'Labels';
const schema = z.object({ add: z.string() });

export function LabelsDialog() {
  return <DomainGate title={title}>{(entered) => <EditLabels {...entered} />}</DomainGate>;
}

function EditLabels({ domain, close }: LoadedDialog) {
  const [labelDomain] = useAction(LabelDomainDocument, { refetch: ['MyDomains'] });
  const present = domain.labels ?? [];
  const save = async ({ add: text }: { add: string }) => {
    const wanted = splitLabels(text);
    await labelDomain({
      id: domain.id,
      add: withoutLabels(wanted, present),
      remove: withoutLabels(present, wanted),
    });
    close('Labels saved');
  };
  return (
    <Dialog title={title} description={domain.unicodeName} onClose={() => close()}>
      <Form schema={schema} initial={{ add: present.join(', ') }} onSubmit={save} className="mt-5">
        <TextField
          name="add"
          label="Labels"
          hint="Separate them with commas. Only you see them"
          autoCapitalize="none"
        />
        <DialogActions>
          <SubmitButton>Save Labels</SubmitButton>
          <Button variant="quiet" onClick={() => close()}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
