/** The preview of an import: how many names are added, and the verdict on each line. */

import { Button } from '../../../ui/button/button.tsx';
import { Problem } from '../../../ui/feedback/problem.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { formatNames } from './format-names.ts';
import { ImportCounts, ImportRows } from './import-rows.tsx';
import type { ImportSummary } from './send-import.ts';

interface PreviewCardProps {
  summary: ImportSummary;
  busy: boolean;
  error: string | undefined;
  onStart: () => void;
  onBack: () => void;
}

export function PreviewCard({ summary, busy, error, onStart, onBack }: PreviewCardProps) {
  const { accepted } = summary;
  return (
    <>
      <Card title="Preview" className="mt-5">
        <ImportCounts summary={summary} labels={{ ADD: 'To add' }} />
        {error && (
          <div className="mt-4">
            <Problem message={error} />
          </div>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          <Button variant="primary" busy={busy} disabled={accepted === 0} onClick={onStart}>
            {accepted === 0 ? 'Nothing to import' : `Import ${formatNames(accepted)}`}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Change the list
          </Button>
        </div>
      </Card>
      <ImportRows rows={summary.rows} labels={{ ADD: 'Add' }} />
    </>
  );
}
