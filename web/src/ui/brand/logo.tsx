/** Mark and name of the product, in the colour of the text around them. */

import clsx from 'clsx';
import { Mark } from './mark.tsx';

export function Logo({ className }: { className?: string }) {
  return (
    // Where there is no room for both, the name falls below the mark, out of sight.
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
