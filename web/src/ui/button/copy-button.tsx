/** Copies a text and says so. Where the browser does not let it, the text is marked for the reader's own keys. */

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

export interface CopyButtonProps {
  text: string;
  /** What it is, for those who hear it: "host". */
  what: string;
  /** The id of the element that shows the text. */
  shownIn: string;
}

const messageMs = 4000;

function selectText(id: string): void {
  const element = document.getElementById(id);
  if (element) getSelection()?.selectAllChildren(element);
}

export function CopyButton({ text, what, shownIn }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), messageMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      selectText(shownIn);
      setSaid('Marked: copy it with your keyboard');
    }
  };
  const done = said === 'Copied';
  return (
    <span className="inline-flex flex-wrap items-center">
      <Button size="row" icon={done ? Check : Copy} aria-label={`Copy ${what}`} onClick={copy}>
        Copy
      </Button>
      <span role="status" className="text-xs text-ink-2">
        {said !== '' && <span className="ml-2">{said}</span>}
      </span>
    </span>
  );
}
