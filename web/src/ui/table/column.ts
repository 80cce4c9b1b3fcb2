/** A column of a DataTable. */

import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** The cell that names the row. Default: the first column. */
  rowHeader?: boolean;
  /** The row's buttons; no label in the stacked layout. */
  actions?: boolean;
}
