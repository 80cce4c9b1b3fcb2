/** The Nameloan mark. `turning` shows that something is in progress. */

import clsx from 'clsx';
import { ring } from '@nameloan/brand/guilloche';

export interface MarkProps {
  size?: number;
  turning?: boolean;
  className?: string;
}

const lines = ring({ lobes: 6, innerRadius: 13, outerRadius: 46, copies: 2, skew: 0.9, steps: 20 });

export function Mark({ size = 26, turning = false, className }: MarkProps) {
  return (
    <svg
      viewBox="-50 -50 100 100"
      width={size}
      height={size}
      aria-hidden="true"
      className={clsx('shrink-0', turning && 'animate-turn', className)}
    >
      <path d={lines} fill="none" stroke="currentColor" strokeWidth="5" strokeLinejoin="round" />
    </svg>
  );
}
