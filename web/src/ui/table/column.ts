/** What a column of a DataTable says and how it stands. */

import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** What the row is about: a seal and a nameplate. The first column unless another says so. */
  rowHeader?: boolean;
  /** Buttons of the row, at its end; they need no label on a phone. */
  actions?: boolean;
}
