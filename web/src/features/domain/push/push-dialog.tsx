/** Push to Another Account: offers a domain in custody to the account of an email. */

import * as z from 'zod/mini';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { textRule } from '../../../ui/form/rules.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { DomainDialog } from '../dialog/domain-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { PushDomainDocument } from './push-dialog.generated.ts';

const title = 'Push to Another Account';
const schema = z.object({ email: textRule('Enter the email of the other account') });

export function PushDialog() {
  return (
    <DomainGate title={title} action="PUSH">
      {(entered) => <PushDomain {...entered} />}
    </DomainGate>
  );
}

function PushDomain({ domain, close }: LoadedDialog) {
  const [pushDomain] = useAction(PushDomainDocument, { refetch: ['MyDomains'] });
  const offer = async ({ email }: { email: string }) => {
    await pushDomain({ id: domain.id, email });
    close('Domain offered');
  };
  return (
    <DomainDialog
      title={title}
      domain={domain}
      text="The other account has seven days to accept. Then the domain is theirs, at the same registrar. Until they accept, you can withdraw the push, and the domain can’t be listed or transferred out."
      onClose={() => close()}
    >
      <Form schema={schema} initial={{ email: '' }} onSubmit={offer} className="mt-5">
        <TextField
          name="email"
          label="Email of the other account"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <DialogActions>
          <SubmitButton>Push Domain</SubmitButton>
          <Button variant="quiet" onClick={() => close()}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </DomainDialog>
  );
}
