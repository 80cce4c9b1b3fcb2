/** A draft text that survives a reload of its tab. */

import { useState } from 'react';

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function store(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

export function useDraft(key: string): [draft: string, setDraft: (text: string) => void] {
  const [draft, setDraft] = useState(() => read(key));
  const change = (text: string) => {
    setDraft(text);
    store(key, text);
  };
  return [draft, change];
}
