/** Asks to confirm an action on the selected domains, then shows its result per name. */

import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import type { DomainRowFragment } from '../dialog/domain-row.generated.ts';
import { NameList } from './name-list.tsx';
import { NothingReadyDialog } from './nothing-ready-dialog.tsx';
import { ResultDialog } from './result-dialog.tsx';
import type { NamedNote, SelectionAction, SelectionResult } from './selection-rules.ts';
import { readResults, splitSelection } from './selection-rules.ts';

interface ConfirmSelectionDialogProps {
  rows: readonly DomainRowFragment[];
  action: SelectionAction;
  /** One and many of what is affected: "Listing", "Listings". */
  nouns: readonly [string, string];
  effect: string;
  /** Returns a result per id, in their order. */
  run: (ids: string[]) => Promise<readonly { error: { message: string } | null }[]>;
  onClose: () => void;
}

const count = (many: number, [one, more]: readonly [string, string]) =>
  `${many} ${many === 1 ? one : more}`;

/** The selection when the dialog opened: live updates must not change what is being confirmed. */
export function ConfirmSelectionDialog(props: ConfirmSelectionDialogProps) {
  const { rows, action, nouns, effect, run, onClose } = props;
  const [{ ready, leftOut }] = useState(() => splitSelection(rows, action));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState<SelectionResult>();
  if (result) return <ResultDialog done="removed" result={result} onClose={onClose} />;
  if (ready.length === 0) {
    const done = action === 'UNLIST' ? 'unlisted' : 'removed';
    return <NothingReadyDialog done={done} leftOut={leftOut} onClose={onClose} />;
  }
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setResult(readResults(ready, await run(ready.map(({ id }) => id))));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const affected = count(ready.length, nouns);
  const names: NamedNote[] = ready.map(({ id, unicodeName }) => ({ id, name: unicodeName }));
  return (
    <Dialog
      title={`Remove ${affected.toLowerCase()}?`}
      description={effect}
      busy={busy}
      {...(problem === undefined ? {} : { problem })}
      onClose={onClose}
    >
      <NameList title={`${ready.length} will be removed`} names={names} />
      <NameList title={`${leftOut.length} left out`} names={leftOut} reasons />
      <DialogActions>
        <Button variant="danger-filled" busy={busy} onClick={confirm}>
          Remove {affected}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Go back
        </Button>
      </DialogActions>
    </Dialog>
  );
}
