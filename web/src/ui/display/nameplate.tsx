/**
 * A domain name as it is always written: in Besley, its suffix in the brand's ink. One that is not ASCII has the
 * spelling of DNS beside it, for letters of other scripts look like those of a name that is worth more.
 */

import clsx from 'clsx';
import { toALabel } from '../../format/a-label.ts';
import { splitName } from '../../format/split-name.ts';

export interface NameplateProps {
  /** For display, not as an A-label. */
  name: string;
  /** Row 15/20, card 20/28, header 26 to 34; without it the size of the text around. */
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
  const asLetters = toALabel(name);
  return (
    <span className={clsx('nameplate', size && sizes[size], className)}>
      {label}
      <span className="text-brand-ink">{suffix}</span>
      {asLetters.includes('xn--') && asLetters !== name && (
        <span className="font-sans text-2xs font-medium text-ink-3 wrap-anywhere">
          {' '}
          {asLetters}
        </span>
      )}
    </span>
  );
}
