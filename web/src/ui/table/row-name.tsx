/** The name cell of a row: seal and domain name. */

import type { ReactNode } from 'react';
import { Seal } from '../brand/seal.tsx';
import { Nameplate } from '../display/nameplate.tsx';

export interface RowNameProps {
  /** The Unicode name. */
  name: string;
  /** Small text below: expiry, counterparty. */
  detail?: ReactNode;
  /** In the stacked layout a menu is at the end of the line. */
  besideMenu?: boolean;
}

export function RowName({ name, detail, besideMenu = false }: RowNameProps) {
  return (
    <span className="flex items-center gap-3">
      <Seal name={name} size={36} />
      <span className="min-w-0">
        <Nameplate name={name} size="row" className={besideMenu ? 'block stacked:pr-9' : 'block'} />
        {detail !== undefined && (
          <span className="block text-2xs text-ink-3 wrap-anywhere">{detail}</span>
        )}
      </span>
    </span>
  );
}
