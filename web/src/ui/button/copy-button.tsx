/** Copies a string and confirms it. If the browser forbids that, it selects the string for a manual copy. */

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

export interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers: "host". */
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
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (message === '') return;
    const timer = setTimeout(() => setMessage(''), messageMs);
    return () => clearTimeout(timer);
  }, [message]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage('Copied');
    } catch {
      selectText(shownIn);
      setMessage('Selected: copy it with your keyboard');
    }
  };
  const done = message === 'Copied';
  return (
    <span className="inline-flex flex-wrap items-center">
      <Button size="row" icon={done ? Check : Copy} aria-label={`Copy ${what}`} onClick={copy}>
        Copy
      </Button>
      <span role="status" className="text-xs text-ink-2">
        {message !== '' && <span className="ml-2">{message}</span>}
      </span>
    </span>
  );
}
