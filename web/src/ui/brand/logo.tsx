/** The product's mark and name, in the current text colour. */

import clsx from 'clsx';
import { Mark } from './mark.tsx';

export function Logo({ className }: { className?: string }) {
  return (
    // Without room for both, the name wraps below the mark and is clipped.
    <span
      className={clsx(
        'flex h-[1.4em] flex-wrap items-center gap-x-2 overflow-hidden text-[1.1875rem] leading-[1.4]',
        className,
      )}
    >
      <Mark className="size-[1.37em]" />
      <span className="font-display font-semibold tracking-[-.03em]">Nameloan</span>
    </span>
  );
}
