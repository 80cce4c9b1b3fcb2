/** Technical text in Geist Mono: DNS records, EPP codes, nameservers. */

import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface CodeProps {
  id?: string;
  /** Display it as a box instead of inline. */
  block?: boolean;
  children: ReactNode;
}

export function Code({ id, block = false, children }: CodeProps) {
  return (
    <code
      id={id}
      className={clsx(
        'font-mono text-xs wrap-anywhere',
        block && 'block rounded-md border border-line bg-sunken px-3 py-2',
      )}
    >
      {children}
    </code>
  );
}
