/** A status chip. It always has a label, so that colour is never the only information. */

import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'gray' | 'amber' | 'blue' | 'plum' | 'red' | 'green' | 'wine' | 'lend';

const tones: Record<Tone, string> = {
  gray: 'bg-gray-bg text-gray',
  amber: 'bg-amber-bg text-amber',
  blue: 'bg-blue-bg text-blue',
  plum: 'bg-plum-bg text-plum',
  red: 'bg-red-bg text-red',
  green: 'bg-green-bg text-green',
  wine: 'bg-wine-bg text-wine',
  lend: 'bg-lend-tint text-lend-ink',
};

const diamond =
  'before:size-1.5 before:rotate-45 before:rounded-[1.5px] before:bg-current before:forced-color-adjust-none before:content-[""]';

export interface ChipProps {
  tone: Tone;
  /** Replaces the diamond, and adds an edge: the chip is a second one, next to a status. */
  icon?: LucideIcon;
  children: ReactNode;
}

export function Chip({ tone, icon: Icon, children }: ChipProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-6 items-center gap-1.5 rounded-[5px] px-2 font-sans text-2xs font-semibold tracking-normal whitespace-nowrap',
        Icon ? 'border border-current' : diamond,
        tones[tone],
      )}
    >
      {Icon && <Icon size={13} strokeWidth={2.25} aria-hidden="true" className="shrink-0" />}
      {children}
    </span>
  );
}
