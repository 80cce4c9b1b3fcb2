/** A column of a DataTable. */

import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  /** Before the header; not in the stacked layout, which shows no headers. */
  headerLead?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** The cell that names the row. Default: the first column. */
  rowHeader?: boolean;
  /** The row's buttons; no label in the stacked layout. */
  actions?: boolean;
  /** In rem, so that columns stay in place from page to page. Columns without one share the rest. */
  width?: number;
  /** The share of it that this column gets of the room beyond the narrowest table that isn't stacked. */
  grow?: number;
  /** In the stacked layout: at the end of the first line. Others follow on the second. */
  aside?: boolean;
  /** The stacked layout needs no header next to the value, as for a chip. */
  selfExplanatory?: boolean;
  /** Rows whose value is not worth space in the stacked layout; screen readers read it. */
  isMinor?: (row: Row) => boolean;
}
