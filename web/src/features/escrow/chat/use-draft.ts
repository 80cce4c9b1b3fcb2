/** A half-written text that outlives a reload of its tab. */

import { useState } from 'react';

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing for us: it lasts as long as the page.
  }
}

export function useDraft(key: string): [draft: string, setDraft: (text: string) => void] {
  const [draft, setDraft] = useState(() => read(key));
  const change = (text: string) => {
    setDraft(text);
    keep(key, text);
  };
  return [draft, change];
}
