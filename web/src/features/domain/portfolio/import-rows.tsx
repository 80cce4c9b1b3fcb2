/** The verdicts of an import: their counts, and a table with those that need a look first. */

import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import type { Tone } from '../../../ui/display/chip.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { FilterSelect } from '../../../ui/filter/filter-select.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { ImportRow, ImportSummary, Verdict } from './send-import.ts';

/** The label of ADD differs before and after the import. */
type Labels = { ADD: string };

const tones: Record<Verdict, Tone> = { ADD: 'green', HAVE: 'gray', REFUSED: 'red' };
const order: readonly Verdict[] = ['REFUSED', 'HAVE', 'ADD'];
const rowsAtOnce = 50;

const labelOf = (verdict: Verdict, { ADD }: Labels) =>
  ({ ADD, HAVE: 'Already yours', REFUSED: 'Refused' })[verdict];

const hintColumn: Column<ImportRow> = {
  header: 'From your file',
  isMinor: ({ hints }) => hints === undefined,
  cell: ({ hints }) => (
    <span className="text-ink-2 wrap-anywhere">
      {hints?.registrar}
      {hints?.registrar && hints.expires_on && ', '}
      {hints?.expires_on && (
        <>
          until <Time value={hints.expires_on} as="day" />
        </>
      )}
    </span>
  ),
};

interface ImportCountsProps {
  summary: ImportSummary;
  labels: Labels;
}

export function ImportCounts({ summary, labels }: ImportCountsProps) {
  const { accepted, have, refused } = summary;
  const counts: [Verdict, number][] = [
    ['ADD', accepted],
    ['HAVE', have],
    ['REFUSED', refused],
  ];
  return (
    <Facts
      className="mt-3"
      items={counts.map(([verdict, count]) => ({
        label: labelOf(verdict, labels),
        value: count.toLocaleString(),
      }))}
    />
  );
}

export function ImportRows({ rows, labels }: { rows: readonly ImportRow[]; labels: Labels }) {
  const [verdict, setVerdict] = useState('');
  const [count, setCount] = useState(rowsAtOnce);
  const present = order.filter((one) => rows.some((row) => row.verdict === one));
  const sorted = present.flatMap((one) => rows.filter((row) => row.verdict === one));
  const chosen = verdict === '' ? sorted : sorted.filter((row) => row.verdict === verdict);
  const hidden = chosen.length - count;
  const columns: Column<ImportRow>[] = [
    {
      header: 'Name',
      cell: ({ input, domain_unicode: name }) => (
        <span className="font-semibold wrap-anywhere">{name ?? (input || '(empty)')}</span>
      ),
    },
    { header: 'Line', width: 5, align: 'end', cell: ({ line }) => line },
    {
      header: 'Result',
      width: 9,
      selfExplanatory: true,
      cell: (row) => <Chip tone={tones[row.verdict]}>{labelOf(row.verdict, labels)}</Chip>,
    },
    {
      header: 'Reason',
      isMinor: ({ message }) => message === undefined,
      cell: ({ message }) => <span className="text-ink-2 wrap-anywhere">{message}</span>,
    },
    ...(rows.some(({ hints }) => hints) ? [hintColumn] : []),
  ];
  return (
    <>
      {present.length > 1 && (
        <div className="mt-4 flex">
          <FilterSelect
            label="Show"
            options={[
              { value: '', label: 'All lines' },
              ...present.map((one) => ({ value: one, label: labelOf(one, labels) })),
            ]}
            value={verdict}
            onChoose={(value) => {
              setVerdict(value);
              setCount(rowsAtOnce);
            }}
          />
        </div>
      )}
      <DataTable
        caption="Lines of the list"
        className="mt-4"
        columns={columns}
        rows={chosen.slice(0, count)}
        getKey={({ line, input }) => `${line} ${input}`}
        foot={
          hidden > 0 && (
            <div className="border-t border-line p-3 text-center">
              <Button variant="quiet" onClick={() => setCount(count + 10 * rowsAtOnce)}>
                Show {Math.min(hidden, 10 * rowsAtOnce)} more
              </Button>
            </div>
          )
        }
      />
    </>
  );
}
