/** Where one writes: Shift and Enter send, Enter begins a line. What is half written stays over a reload. */

import { Send } from 'lucide-react';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { useDraft } from './use-draft.ts';

/** As people count characters. */
const longestText = 4_000;
/** From here on one is told how much is left. */
const nearlyFull = 3_600;

const count = new Intl.NumberFormat();

export interface ComposerProps {
  onSend: (text: string) => void;
  draftKey: string;
}

export function Composer({ onSend, draftKey }: ComposerProps) {
  const id = useId();
  const [draft, setDraft] = useDraft(draftKey);
  const [tooLong, setTooLong] = useState(false);
  const length = [...draft.trim()].length;
  const send = () => {
    if (length === 0) return;
    setTooLong(length > longestText);
    if (length > longestText) return;
    onSend(draft.trim());
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form className="border-t border-line p-3" onSubmit={onSubmit}>
      <div className="rounded-lg border border-line-strong bg-surface focus-within:border-focus focus-within:outline-1 focus-within:outline-focus">
        <label htmlFor={id} className="sr-only">
          Message
        </label>
        <textarea
          id={id}
          rows={2}
          value={draft}
          onChange={(event) => {
            setDraft(event.target.value);
            setTooLong(false);
          }}
          onKeyDown={onKeyDown}
          aria-describedby={`${id}-hint`}
          aria-invalid={tooLong || undefined}
          placeholder="Write a message"
          className="block w-full resize-none bg-transparent px-3.5 pt-3 outline-none placeholder:text-ink-3"
        />
        <div className="flex items-center justify-between gap-3 p-2 pl-3.5">
          <p id={`${id}-hint`} aria-live="polite" className="min-w-0 text-2xs text-ink-3">
            <Hint length={length} tooLong={tooLong} />
          </p>
          <Button type="submit" variant="primary" size="row" icon={Send}>
            Send
          </Button>
        </div>
      </div>
    </form>
  );
}

function Hint({ length, tooLong }: { length: number; tooLong: boolean }) {
  if (tooLong)
    return (
      <span className="text-red">
        The message has at most {count.format(longestText)} characters
      </span>
    );
  if (length > nearlyFull)
    return (
      <span className={length > longestText ? 'text-red' : 'num'}>
        {count.format(length)} of {count.format(longestText)} characters
      </span>
    );
  return (
    <>
      <kbd className="font-sans font-semibold">Shift + Enter</kbd> to send
    </>
  );
}
