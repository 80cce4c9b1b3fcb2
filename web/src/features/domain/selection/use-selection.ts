/** The selected rows of one page of My Domains. Another page or filter starts without a selection. */

import { useState } from 'react';
import type { DomainRowFragment } from '../dialog/domain-row.generated.ts';

export interface Selection {
  /** The selected rows that are on the page, as they are now. */
  selected: readonly DomainRowFragment[];
  has(id: string): boolean;
  toggle(id: string): void;
  /** Every row of the page. */
  all: boolean;
  /** Selects every row of the page, or none. */
  selectAll(on: boolean): void;
}

/** `view` identifies the page with its filter and order. */
export function useSelection(rows: readonly DomainRowFragment[], view: string): Selection {
  const [state, setState] = useState({ view, ids: new Set<string>() });
  const ids = state.view === view ? state.ids : new Set<string>();
  const choose = (next: Iterable<string>) => setState({ view, ids: new Set(next) });
  const selected = rows.filter(({ id }) => ids.has(id));
  return {
    selected,
    has: (id) => ids.has(id),
    toggle: (id) => choose(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    all: rows.length > 0 && selected.length === rows.length,
    selectAll: (on) => choose(on ? rows.map(({ id }) => id) : []),
  };
}
