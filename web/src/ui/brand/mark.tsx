/** The Nameloan mark. `turning` shows that something is in progress. */

import { logoPath } from '@nameloan/brand/logo';
import clsx from 'clsx';

export interface MarkProps {
  size?: number;
  turning?: boolean;
  className?: string;
}

export function Mark({ size = 26, turning = false, className }: MarkProps) {
  return (
    <svg
      viewBox="-50 -50 100 100"
      width={size}
      height={size}
      aria-hidden="true"
      className={clsx('shrink-0', turning && 'animate-turn', className)}
    >
      <path d={logoPath} fill="none" stroke="currentColor" strokeWidth="5" strokeLinejoin="round" />
    </svg>
  );
}
