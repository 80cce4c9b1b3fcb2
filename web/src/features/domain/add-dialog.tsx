/** Add New: adds a domain to the user's list, then opens the Verify dialog. */

import * as z from 'zod/mini';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Form } from '../../ui/form/form.tsx';
import { textRule } from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AddDomainDocument } from './add-dialog.generated.ts';
import { useOpenDomain } from './dialog/open-domain.ts';

const schema = z.object({ domain: textRule('Enter a domain name') });

export function AddDialog() {
  const { show, close } = useOpenDomain();
  const [addDomain] = useAction(AddDomainDocument, { refetch: ['MyDomains'] });
  const add = async ({ domain }: { domain: string }) => {
    const added = await addDomain({ domain });
    show('verify', added.addDomain.id);
  };
  return (
    <Dialog
      title="Add New"
      description="Add a domain you own. Next, you verify it with one DNS record."
      onClose={() => close()}
    >
      <Form schema={schema} initial={{ domain: '' }} onSubmit={add} className="mt-5">
        <TextField
          name="domain"
          label="Domain name"
          hint="Without www, like example.com"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
        />
        <DialogActions>
          <SubmitButton>Add Domain</SubmitButton>
          <Button variant="quiet" onClick={() => close()}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
