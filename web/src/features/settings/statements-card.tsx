/** Yearly statements: interest earned and paid, and debts settled by a domain. */

import { Download } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../graph/business-time.ts';
import { saveFile } from '../../graph/save-file.ts';
import { Button } from '../../ui/button/button.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { Select } from '../../ui/input/select.tsx';
import { Card } from '../../ui/layout/card.tsx';

type FileFormat = 'csv' | 'pdf';

/** The years since the account was opened, newest first. */
export function yearsSince(since: string, today: string): number[] {
  const [first, last] = [since, today].map((day) => Number(day.slice(0, 4)));
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, back) => last - back);
}

export function StatementsCard({ since }: { since: string }) {
  const years = yearsSince(since, useNow().toISOString());
  const [chosen, setChosen] = useState<string>();
  const year = chosen ?? `${years[0]}`;
  return (
    <Card title="Statements">
      <p className="mt-1 text-ink-2">
        Interest earned and paid in a year, and debts settled by a domain.
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-2">
        <Select
          label="Year"
          className="w-32"
          value={year}
          options={years.map((one) => ({ value: `${one}`, label: `${one}` }))}
          onChange={(event) => setChosen(event.target.value)}
        />
        <DownloadButton year={year} format="pdf" />
        <DownloadButton year={year} format="csv" />
      </div>
    </Card>
  );
}

function DownloadButton({ year, format }: { year: string; format: FileFormat }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const problem = await saveFile(
      `/api/statements/${year}.${format}`,
      `nameloan-statement-${year}.${format}`,
    );
    setBusy(false);
    if (problem !== undefined) showBanner('red', problem);
  };
  const kind = format.toUpperCase();
  return (
    <Button
      icon={Download}
      busy={busy}
      aria-label={`Download the statement of ${year} as ${kind}`}
      onClick={press}
      className="h-11"
    >
      {kind}
    </Button>
  );
}
