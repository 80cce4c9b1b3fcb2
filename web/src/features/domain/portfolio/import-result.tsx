/** A started import: its progress until it is done, then its result and the next step. */

import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { TextLink } from '../../../ui/button/text-link.tsx';
import { Problem } from '../../../ui/feedback/problem.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { formatNames } from './format-names.ts';
import { ImportCounts, ImportRows } from './import-rows.tsx';
import type { ImportProgress } from './send-import.ts';
import { readImport } from './send-import.ts';

const pollIntervalMs = 1_000;

/** Reads the import until it is done. It shows a failed read, and tries again if the failure may pass. */
function useImport(id: string) {
  const [progress, setProgress] = useState<ImportProgress>();
  const [failure, setFailure] = useState<{ error: string; passing: boolean }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const read = async () => {
      const answer = await readImport(id);
      if (left) return;
      if ('body' in answer) setProgress(answer.body);
      setFailure('error' in answer ? answer : undefined);
      if ('error' in answer ? answer.passing : answer.body.state === 'RUNNING')
        timer = setTimeout(read, pollIntervalMs);
    };
    void read();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [id]);
  return { progress, failure };
}

export function ImportResult({ id, onRestart }: { id: string; onRestart: () => void }) {
  const { progress, failure } = useImport(id);
  return (
    <>
      {failure && (
        <div className="mt-5">
          <Problem message={failure.error} />
        </div>
      )}
      {failure && !failure.passing && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button onClick={onRestart}>Import more</Button>
          <TextLink to="/app/my-domains">Back to My Domains</TextLink>
        </div>
      )}
      {!progress && !failure && (
        <div className="mt-5">
          <Skeleton card rows={4} label="Import" />
        </div>
      )}
      {progress?.state === 'RUNNING' && failure?.passing !== false && (
        <Running progress={progress} />
      )}
      {progress?.state === 'DONE' && <Done progress={progress} onRestart={onRestart} />}
    </>
  );
}

function Running({ progress: { settled, total } }: { progress: ImportProgress }) {
  return (
    <Card title="Importing" className="mt-5">
      <progress value={settled} max={total} aria-label="Progress" className="mt-3 w-full" />
      <p role="status" className="num mt-2 text-ink-2">
        {settled.toLocaleString()} of {formatNames(total)}. You can leave this page.
      </p>
    </Card>
  );
}

function Done({ progress, onRestart }: { progress: ImportProgress; onRestart: () => void }) {
  const { accepted } = progress;
  return (
    <>
      <Card title={`${formatNames(accepted)} added`} className="mt-5">
        <ImportCounts summary={progress} labels={{ ADD: 'Added' }} />
        {accepted > 0 && (
          <p className="mt-4 max-w-[68ch] text-ink-2">
            Next, verify that the names are yours. Then you can list them.
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {accepted > 0 && (
            <LinkButton variant="primary" to="/app/my-domains?status=EXTERNAL_UNVERIFIED&check-all">
              Check All
            </LinkButton>
          )}
          <Button variant="quiet" onClick={onRestart}>
            Import more
          </Button>
        </div>
      </Card>
      <ImportRows rows={progress.rows} labels={{ ADD: 'Added' }} />
    </>
  );
}
