/** The message input: Shift+Enter sends, Enter starts a new line. The draft survives a reload. */

import { Send } from 'lucide-react';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { useDraft } from './use-draft.ts';

/** In code points, as users count characters. */
const maxMessageLength = 4_000;
/** The counter appears from this length on. */
const showCountFrom = 3_600;

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
    setTooLong(length > maxMessageLength);
    if (length > maxMessageLength) return;
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
        <div className="flex items-center justify-between gap-3 p-2 pl-4">
          <p id={`${id}-hint`} aria-live="polite" className="min-w-0 text-2xs text-ink-3">
            <Hint length={length} tooLong={tooLong} />
          </p>
          <Button type="submit" size="row" icon={Send}>
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
      <span className="text-red">Use at most {count.format(maxMessageLength)} characters</span>
    );
  if (length > showCountFrom)
    return (
      <span className={length > maxMessageLength ? 'text-red' : 'num'}>
        {count.format(length)} of {count.format(maxMessageLength)} characters
      </span>
    );
  return (
    <>
      <kbd className="font-sans font-semibold">Shift + Enter</kbd> to send
    </>
  );
}
