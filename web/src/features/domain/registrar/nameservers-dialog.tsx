/** Change Nameservers: the owner controls the DNS of a domain in custody. */

import { useState } from 'react';
import * as z from 'zod/mini';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { DomainDialog } from '../dialog/domain-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { EditNameserversDocument } from './nameservers-dialog.generated.ts';

const minEntries = 2;
const maxEntries = 13;
const furtherEntries = Array.from({ length: maxEntries - minEntries }, (_, at) => `more.${at}`);

const entry = z.string().check(z.trim());
const requiredEntry = entry.check(z.minLength(1, 'Enter a nameserver.'));
const schema = z.object({ first: requiredEntry, second: requiredEntry, more: z.array(entry) });

export function NameserversDialog() {
  return (
    <DomainGate title="Change Nameservers" action="SET_NAMESERVERS">
      {(entered) => <Nameservers {...entered} />}
    </DomainGate>
  );
}

function Nameservers({ domain, close }: LoadedDialog) {
  const [edit] = useAction(EditNameserversDocument);
  const [current] = useState(domain.nameservers ?? []);
  const [count, setCount] = useState(Math.max(minEntries, current.length));
  const save = async ({ first, second, more }: z.output<typeof schema>) => {
    const nameservers = [first, second, ...more.filter(Boolean)];
    try {
      await edit({ id: domain.id, nameservers });
      close('Nameservers changed successfully');
    } catch (error) {
      // The message names the invalid entry.
      return { message: (error as Error).message };
    }
  };
  const [first = '', second = '', ...more] = current;
  return (
    <DomainDialog
      title="Change Nameservers"
      domain={domain}
      text="You keep full control of your DNS while the domain is with us."
      onClose={() => close()}
    >
      <Form schema={schema} initial={{ first, second, more }} onSubmit={save} className="mt-5">
        <div className="space-y-4">
          <Entry name="first" number={1} />
          <Entry name="second" number={2} />
          {furtherEntries.slice(0, count - minEntries).map((name, at) => (
            <Entry key={name} name={name} number={minEntries + at + 1} />
          ))}
          {count < maxEntries && (
            <Button variant="quiet" size="row" onClick={() => setCount(count + 1)}>
              Add another nameserver
            </Button>
          )}
        </div>
        <DialogActions>
          <SubmitButton>Change Nameservers</SubmitButton>
          <Button variant="quiet" onClick={() => close()}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </DomainDialog>
  );
}

function Entry({ name, number }: { name: string; number: number }) {
  return (
    <TextField
      name={name}
      mono
      label={`Nameserver ${number}`}
      hint={number === 1 ? 'For example, ns1.example.net' : undefined}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
