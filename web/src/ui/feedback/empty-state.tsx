/** The placeholder of an empty list: how to fill it, and the button for that. */

import type { ReactNode } from 'react';
import { Seal } from '../brand/seal.tsx';

export interface EmptyStateProps {
  /** Default: the text of a list that never had entries. */
  title?: string;
  /** How to fill it, in one sentence. */
  children?: ReactNode;
  /** The button or link for it. */
  action?: ReactNode;
}

export function EmptyState(props: EmptyStateProps) {
  const { title = 'Nothing here yet...', children, action } = props;
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <Seal name="nothing" size={72} className="opacity-60 grayscale" />
      <p className="display mt-4 text-xl leading-7">{title}</p>
      {children !== undefined && <p className="mt-1 max-w-[36ch] text-ink-2">{children}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}
