/** The turning logo. After two seconds it is replaced by its children. */

import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Mark } from '../brand/mark.tsx';

const displayMs = 2000;

export interface LoaderProps {
  /** Shown after two seconds: a Skeleton of the page. */
  children?: ReactNode;
}

export function Loader({ children }: LoaderProps) {
  const [cleared, setCleared] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCleared(true), displayMs);
    return () => clearTimeout(timer);
  }, []);
  if (cleared) return <>{children}</>;
  return (
    <div
      role="status"
      className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 text-brand-ink"
    >
      <Mark size={56} turning />
      <span className="font-medium text-ink-2 motion-safe:sr-only">Loading</span>
    </div>
  );
}
