/** The main figure of a card, with a detail line. */

import type { ReactNode } from 'react';

export interface StatProps {
  /** As text: "$12,500.00". */
  value: ReactNode;
  /** Below the figure: "Across 3 loans". */
  detail?: ReactNode;
  /** Read by screen readers before the figure. */
  label?: string;
  size?: 'l' | 'xl';
}

const sizes = {
  l: 'text-[1.75rem] leading-9 tracking-[-.03em]',
  xl: 'text-[2.5rem] leading-[3rem] tracking-[-.03em]',
};

export function Stat({ value, detail, label, size = 'l' }: StatProps) {
  return (
    <div className="mt-1">
      <p className={`num font-semibold wrap-anywhere ${sizes[size]}`}>
        {label !== undefined && <span className="sr-only">{label} </span>}
        {value}
      </p>
      {detail !== undefined && <p className="text-xs text-ink-3">{detail}</p>}
    </div>
  );
}
