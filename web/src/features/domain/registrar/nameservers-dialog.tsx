/** Change Nameservers: the owner controls the DNS of a domain in custody, and the DS records of a signed zone. */

import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../../graph/api-error.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { DomainDialog } from '../dialog/domain-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { formatDs, parseDs } from './ds-lines.ts';
import { EditNameserversDocument } from './nameservers-dialog.generated.ts';

const minEntries = 2;
const maxEntries = 13;
const furtherEntries = Array.from({ length: maxEntries - minEntries }, (_, at) => `more.${at}`);

const entry = z.string().check(z.trim());
const requiredEntry = entry.check(z.minLength(1, 'Enter a nameserver.'));
const dsLines = z.string().check(
  z.refine((text) => parseDs(text) !== undefined, {
    error: 'Each line needs a key tag, an algorithm, a digest type and a digest.',
  }),
);
const schema = z.object({
  first: requiredEntry,
  second: requiredEntry,
  more: z.array(entry),
  ds: dsLines,
});

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
  const [currentDs] = useState(() => formatDs(domain.ds ?? []));
  const [count, setCount] = useState(Math.max(minEntries, current.length));
  const save = async ({ first, second, more, ds }: z.output<typeof schema>) => {
    const nameservers = [first, second, ...more.filter(Boolean)];
    try {
      // Unchanged records are not sent: they stay, and the new nameservers must serve their keys.
      const records = ds.trim() === currentDs ? undefined : parseDs(ds);
      await edit({ id: domain.id, nameservers, ds: records });
      close('Nameservers changed successfully');
    } catch (error) {
      // The message names the invalid entry.
      const { message } = error as Error;
      const isDs = error instanceof ApiError && error.details.fields?.ds !== undefined;
      return { message, ...(isDs && { fields: { ds: message } }) };
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
      <Form
        schema={schema}
        initial={{ first, second, more, ds: currentDs }}
        onSubmit={save}
        className="mt-5"
      >
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
          <TextAreaField
            name="ds"
            rows={3}
            label="DS records for DNSSEC (optional)"
            hint="One per line: key tag, algorithm, digest type, digest. Clear them before you move to nameservers that don’t sign your zone."
          />
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
