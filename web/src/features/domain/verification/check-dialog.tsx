/** One check of many names: the button that starts it, its progress, and the names by result. */

import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import type { ApiErrorDetails } from '../../../graph/api-error.ts';
import { isTransient, toErrorDetails } from '../../../graph/api-error.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { AccountRecord } from './account-record.tsx';
import type { CheckAllProgressQuery } from './check-all-dialog.generated.ts';
import { CheckAllNamesDocument, CheckAllProgressDocument } from './check-all-dialog.generated.ts';

type Progress = NonNullable<CheckAllProgressQuery['verification']>;

const pollIntervalMs = 1000;
/** The API lists all of them. */
const maxShown = 200;

const outcomes = [
  { result: 'PROVEN', key: 'proven', label: 'proven' },
  { result: 'ABSENT', key: 'absent', label: 'no record' },
  { result: 'OTHER', key: 'other', label: 'other record' },
  { result: 'UNCLEAR', key: 'unclear', label: 'no clear answer' },
] as const;
type Outcome = (typeof outcomes)[number];

export interface CheckDialogProps {
  /** Also the button's label: "Check All". */
  title: string;
  description: string;
  /** Starts a check and returns its id. */
  onStart: () => Promise<string>;
  busy: boolean;
  onClose: () => void;
}

export function CheckDialog({ title, description, onStart, busy, onClose }: CheckDialogProps) {
  const [id, setId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { progress, failure, running } = useProgress(id);
  const start = async () => {
    setProblem(undefined);
    try {
      setId(await onStart());
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <Dialog title={title} wide problem={problem} description={description} onClose={onClose}>
      {id !== undefined && <Result key={id} {...{ id, progress, failure }} />}
      <AccountRecord />
      <DialogActions>
        <Button variant="primary" busy={busy} disabled={running} onClick={start}>
          {id === undefined ? title : 'Check Again'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {id === undefined ? 'Cancel' : 'Close'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The server keeps a check for a limited time. */
const gone: ApiErrorDetails = { code: 'NOT_FOUND', message: 'This check isn’t kept any more.' };

interface CheckProgress {
  progress: Progress | undefined;
  failure: ApiErrorDetails | undefined;
  running: boolean;
}

/** Reads the check until each name has a result, or until reading it again cannot succeed. */
function useProgress(id: string | undefined): CheckProgress {
  const [endedId, setEndedId] = useState<string>();
  const running = id !== undefined && endedId !== id;
  const { data, error } = useQuery(CheckAllProgressDocument, {
    variables: { id: id ?? '' },
    skip: id === undefined,
    fetchPolicy: 'network-only',
    pollInterval: running ? pollIntervalMs : 0,
  });
  const progress = data?.verification?.id === id ? (data?.verification ?? undefined) : undefined;
  const failure = error ? toErrorDetails(error) : data?.verification === null ? gone : undefined;
  const hasEnded = progress?.pending === 0 || (failure !== undefined && !isTransient(failure));
  if (running && hasEnded) setEndedId(id);
  return { progress, failure, running: running && !hasEnded };
}

type ResultProps = Omit<CheckProgress, 'running'> & { id: string };

function Result({ id, progress, failure }: ResultProps) {
  return (
    <div className="mt-5">
      <PageProblem problem={failure} />
      {(progress || !failure) && (
        <p role="status" className="font-semibold">
          {describeProgress(progress)}
        </p>
      )}
      {progress?.pending === 0 &&
        outcomes
          .filter(({ key }) => progress[key] > 0)
          .map((outcome) => <NamesOf key={outcome.key} {...{ id, outcome, progress }} />)}
    </div>
  );
}

/** "412 proven, 60 no record, 28 other record". */
function describeProgress(progress: Progress | undefined): string {
  if (!progress) return 'Checking…';
  if (progress.total === 0) return 'There are no names to check.';
  const { pending, total } = progress;
  if (pending > 0) return `Checking: ${total - pending} of ${total}`;
  const shown = outcomes.filter(({ key }) => progress[key] > 0);
  return shown.map(({ key, label }) => `${progress[key]} ${label}`).join(', ');
}

interface NamesOfProps {
  id: string;
  outcome: Outcome;
  progress: Progress;
}

function NamesOf({ id, outcome: { result, key, label }, progress }: NamesOfProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={({ currentTarget: { open } }) => open && setOpened(true)}>
      <summary className="py-2.5">
        {progress[key]} {label}
      </summary>
      {opened && <Names id={id} result={result} />}
    </details>
  );
}

function Names({ id, result }: { id: string; result: Outcome['result'] }) {
  const { data, problem, retry } = usePageQuery(CheckAllNamesDocument, { id, result });
  const rows = data?.verification?.rows;
  if (!rows) return <PageProblem problem={problem} onTryAgain={retry} />;
  return (
    <ul className="space-y-1.5">
      {rows.slice(0, maxShown).map(({ domainId, name, message }) => (
        <li key={domainId} className="wrap-anywhere">
          {name}
          {result !== 'PROVEN' && <span className="block text-xs text-ink-2">{message}</span>}
        </li>
      ))}
      {rows.length > maxShown && <li className="text-ink-2">And {rows.length - maxShown} more</li>}
    </ul>
  );
}
