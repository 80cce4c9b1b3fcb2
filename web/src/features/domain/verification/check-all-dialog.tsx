/** Check All: one check of every name outside custody, its progress, and the names by result. */

import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { useAction } from '../../../graph/use-action.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { useOpenDomain } from '../dialog/open-domain.ts';
import { AccountRecord } from './account-record.tsx';
import type { CheckAllProgressQuery } from './check-all-dialog.generated.ts';
import {
  CheckAllDocument,
  CheckAllNamesDocument,
  CheckAllProgressDocument,
} from './check-all-dialog.generated.ts';

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

export function CheckAllDialog() {
  const { close } = useOpenDomain();
  const [checkAll, busy] = useAction(CheckAllDocument);
  const [id, setId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const start = async () => {
    setProblem(undefined);
    try {
      setId((await checkAll({})).verifyDomains.id);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <Dialog
      title="Check All"
      wide
      problem={problem}
      description="Checks the DNS records of all your names that aren't in our custody, once each."
      onClose={() => close()}
    >
      {id !== undefined && <Result id={id} />}
      <AccountRecord />
      <DialogActions>
        <Button variant="primary" busy={busy} onClick={start}>
          {id === undefined ? 'Check All' : 'Check Again'}
        </Button>
        <Button variant="quiet" onClick={() => close()}>
          {id === undefined ? 'Cancel' : 'Close'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Result({ id }: { id: string }) {
  const [done, setDone] = useState(false);
  const { data } = useQuery(CheckAllProgressDocument, {
    variables: { id },
    fetchPolicy: 'network-only',
    pollInterval: done ? 0 : pollIntervalMs,
  });
  const progress = data?.verification?.id === id ? data.verification : undefined;
  if (!done && progress?.pending === 0) setDone(true);
  return (
    <div className="mt-5">
      <p role="status" className="font-semibold">
        {describeProgress(progress)}
      </p>
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
