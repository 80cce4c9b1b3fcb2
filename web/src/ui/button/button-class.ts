/** The CSS classes of buttons, shared by Button and LinkButton. */

import clsx from 'clsx';

export type ButtonVariant =
  | 'primary'
  | 'default'
  | 'outline'
  | 'quiet'
  | 'danger'
  | 'danger-quiet'
  | 'danger-filled'
  | 'on-wine'
  | 'on-wine-quiet';

/** Heights: small 32, row 36, default 40, landing 52 pixels. */
export type ButtonSize = 'small' | 'row' | 'default' | 'landing';

export interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  busy?: boolean;
  /** Let a label with a domain name take several lines. */
  wraps?: boolean;
  /** For layout only: margins, width. */
  className?: string;
}

const plain = 'border-line-strong bg-surface hover:bg-sunken';
const noBorder = 'border-transparent bg-transparent hover:bg-line';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-brand bg-brand text-on-brand hover:border-brand-hover hover:bg-brand-hover',
  default: `${plain} text-ink`,
  outline:
    'border-brand-ink bg-surface text-brand-ink hover:border-brand hover:bg-brand hover:text-on-brand',
  quiet: `${noBorder} text-ink`,
  danger: `${plain} text-red`,
  'danger-quiet': `${noBorder} text-red`,
  // The same pair as red text on a surface, the other way round, so its contrast is the same.
  'danger-filled': 'border-red bg-red text-surface hover:opacity-90',
  'on-wine': 'border-white bg-white text-wine-900 hover:border-wine-100 hover:bg-wine-100',
  'on-wine-quiet': 'border-white/60 bg-transparent text-white hover:bg-white/10',
};

const off = 'cursor-not-allowed border-line bg-sunken text-ink-3';

// A busy button without an icon has less padding, so that the turning mark does not change its width.
const sizes: Record<ButtonSize, { high: string; wide: string; wideWithMark: string }> = {
  small: { high: 'h-8 text-xs', wide: 'px-2', wideWithMark: 'px-1' },
  row: { high: 'h-9', wide: 'px-4', wideWithMark: 'px-1' },
  default: { high: 'h-10', wide: 'px-4', wideWithMark: 'px-1' },
  landing: { high: 'h-13 text-base', wide: 'px-6', wideWithMark: 'px-3' },
};

export function buttonClass(style: ButtonStyle & { disabled?: boolean; icon?: boolean }): string {
  const { variant = 'default', size = 'default', busy = false, disabled = false } = style;
  const { high, wide, wideWithMark } = sizes[size];
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-md border font-semibold transition-colors duration-[120ms]',
    style.wraps
      ? 'h-auto min-h-10 max-w-full py-1.5 wrap-anywhere'
      : clsx('whitespace-nowrap', high),
    busy && !style.icon ? wideWithMark : wide,
    disabled ? off : variants[variant],
    busy && 'cursor-progress',
    style.className,
  );
}

/** An icon-only button of 40 by 40 pixels. */
export const iconButtonClass =
  'relative inline-flex size-10 shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-line hover:text-ink disabled:text-ink-3 disabled:hover:bg-transparent';
