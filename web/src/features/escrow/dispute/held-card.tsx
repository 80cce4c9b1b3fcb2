/** The case of a domain that a decision gave to the platform, with the operators' notes. */

import * as z from 'zod/mini';
import { useNow } from '../../../graph/business-time.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Time } from '../../../ui/display/time.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { AddCaseNoteDocument } from '../action/loan-actions.generated.ts';
import type { Loan } from '../loan-parties.ts';

const maxNoteLength = 2_000;
const schema = z.object({
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter the note'),
      z.maxLength(maxNoteLength, `At most ${maxNoteLength.toLocaleString('en-US')} characters`),
    ),
});

export function HeldCard({ loan }: { loan: Loan }) {
  const [add] = useAction(AddCaseNoteDocument);
  return (
    <Card title="Held domain">
      <HeldState loan={loan} />
      <Notes loan={loan} />
      <Form
        schema={schema}
        initial={{ note: '' }}
        clearWhenDone
        className="mt-4 border-t border-line pt-4"
        onSubmit={async ({ note }) => {
          await add({ id: loan.id, note });
        }}
      >
        <TextAreaField name="note" label="Note" hint="Only operators see it" rows={3} />
        <SubmitButton size="row" variant="default" className="mt-3">
          Add Note
        </SubmitButton>
      </Form>
    </Card>
  );
}

function HeldState({ loan }: { loan: Loan }) {
  const now = useNow();
  const { held, borrowerName, lenderName, unicodeName } = loan;
  if (!held) return null;
  const since = <Time value={held.since} as="short-day-time" now={now} />;
  if (held.state === 'LOST')
    return (
      <p className="mt-1">
        Held since {since}. {unicodeName} has left our custody.
      </p>
    );
  if (!held.releasedAt) return <p className="mt-1">Held since {since}. Release it to a party.</p>;
  return (
    <p className="mt-1 wrap-anywhere">
      Released to {held.releasedTo === 'LENDER' ? lenderName : borrowerName} by {held.releasedBy} on{' '}
      <Time value={held.releasedAt} as="short-day-time" now={now} />.
    </p>
  );
}

function Notes({ loan }: { loan: Loan }) {
  const now = useNow();
  if (loan.caseNotes.length === 0) return null;
  return (
    <ul aria-label="Notes" className="mt-4 space-y-3 border-t border-line pt-4">
      {loan.caseNotes.map(({ id, at, author, text }) => (
        <li key={id}>
          <p className="text-xs text-ink-3">
            {author}, <Time value={at} as="short-day-time" now={now} />
          </p>
          <p dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        </li>
      ))}
    </ul>
  );
}
