/**
 * A domain name in the product's typography: Besley, with the suffix in the brand colour. A non-ASCII name also
 * shows its DNS spelling, because letters of other scripts can imitate a more valuable name.
 */

import clsx from 'clsx';
import { toALabel } from '../../format/a-label.ts';
import { splitName } from '../../format/split-name.ts';

export interface NameplateProps {
  /** The Unicode name, not the A-label. */
  name: string;
  /** Row 15/20, card 20/28, header 26 to 34 pixels. Default: the size of the surrounding text. */
  size?: 'row' | 'card' | 'header';
  className?: string;
}

const sizes = {
  row: 'text-[.9375rem] leading-5',
  card: 'text-xl leading-7',
  header: 'text-2xl sm:text-3xl',
};

export function Nameplate({ name, size, className }: NameplateProps) {
  const { label, suffix } = splitName(name);
  const aLabel = toALabel(name);
  return (
    <span className={clsx('nameplate', size && sizes[size], className)}>
      {label}
      <span className="text-brand-ink">{suffix}</span>
      {aLabel.includes('xn--') && aLabel !== name && (
        <span className="font-sans text-2xs font-medium text-ink-3 wrap-anywhere"> {aLabel}</span>
      )}
    </span>
  );
}
