/** The seal of a domain name: its own rosette, shown next to the name as decoration. */

import { sealCurves } from '@nameloan/brand/guilloche';
import clsx from 'clsx';
import { useMemo } from 'react';
import { toALabel } from '../../format/a-label.ts';

export interface SealProps {
  /** The domain name, as an A-label or in Unicode; both give the same seal. */
  name: string;
  /** 36 in rows, 40 in lists, 52 on cards, 64 in headers, 72 in empty states. */
  size?: number;
  /** Use the inks for paper, which is light in both themes. */
  onPaper?: boolean;
  className?: string;
}

export function Seal({ name, size = 40, onPaper = false, className }: SealProps) {
  const curves = useMemo(() => sealCurves(toALabel(name)), [name]);
  const ink = (which: 'a' | 'b') => `var(--seal-${curves.inks}-${which}${onPaper ? '-paper' : ''})`;
  const [letter = ''] = name;
  return (
    <svg
      viewBox="-50 -50 100 100"
      width={size}
      height={size}
      aria-hidden="true"
      className={clsx('shrink-0', className)}
    >
      <g fill="none" strokeWidth={size > 64 ? 0.7 : 1.05}>
        <path d={curves.outer} stroke={ink('a')} />
        <path d={curves.inner} stroke={ink('b')} />
      </g>
      <text
        y="7.5"
        textAnchor="middle"
        className="font-display font-semibold"
        fontSize="22"
        fill={ink('a')}
      >
        {letter.toUpperCase()}
      </text>
    </svg>
  );
}
