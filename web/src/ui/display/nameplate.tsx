/**
 * A domain name in the product's typography: Besley, with the suffix in the brand colour. It breaks only before a dot.
 * A non-ASCII name also shows its DNS spelling on a separate line, because letters of other scripts can imitate a
 * more valuable name.
 */

import clsx from 'clsx';
import { Fragment } from 'react';
import { toALabel } from '../../format/a-label.ts';

export interface NameplateProps {
  /** The Unicode name, not the A-label. */
  name: string;
  /** Row 15/20, card 20/28, header up to 34 pixels. Default: the size of the surrounding text. */
  size?: 'row' | 'card' | 'header';
  className?: string;
}

const sizes = {
  row: 'text-[.9375rem] leading-5',
  card: 'text-xl leading-7',
};

/** Letters of the East Asian scripts and emoji, which are twice as wide as Latin ones. */
const wide =
  /\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Hangul}|\p{scx=Bopomofo}|\p{scx=Yi}|\p{Emoji_Presentation}/u;

/** In Latin letters. */
const computeWidth = (label: string): number =>
  [...label].reduce((width, letter) => width + (wide.test(letter) ? 2 : 1), 0);

/** The size of a page's title, so that the longest label fits a line of a phone. */
function getHeaderSize(longest: number): string {
  if (longest <= 14) return 'text-2xl sm:text-3xl';
  if (longest <= 18) return 'text-xl sm:text-3xl';
  return longest <= 24 ? 'text-base sm:text-2xl' : 'text-base sm:text-xl';
}

/** A label that is wider than this many letters can be cut off; the whole name is in its title. */
const maxWholeCharacters = 24;

export function Nameplate({ name, size, className }: NameplateProps) {
  const [first = '', ...others] = name.split('.');
  const aLabel = toALabel(name);
  const longest = Math.max(...name.split('.').map(computeWidth));
  const cut = longest > maxWholeCharacters;
  const label = cut ? 'inline-block max-w-full truncate align-bottom' : 'whitespace-nowrap';
  const typeSize = size === 'header' ? getHeaderSize(longest) : size && sizes[size];
  return (
    <span className={clsx('nameplate', typeSize, className)} title={cut ? name : undefined}>
      <span className={label}>{first}</span>
      {others.map((other, index) => (
        // The labels of a name never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: equal labels differ only in their position
        <Fragment key={index}>
          <wbr />
          <span className={clsx('text-brand-ink', label)}>.{other}</span>
        </Fragment>
      ))}
      {aLabel.includes('xn--') && aLabel !== name && (
        <>
          {' '}
          <span className="block font-mono text-2xs font-medium text-ink-3 wrap-anywhere">
            {aLabel}
          </span>
        </>
      )}
    </span>
  );
}
