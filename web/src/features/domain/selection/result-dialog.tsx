/** What an action on the selection did, name by name. */

import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { NameList } from './name-list.tsx';
import type { SelectionResult } from './selection-rules.ts';

interface ResultDialogProps {
  /** "listed". */
  done: string;
  result: SelectionResult;
  onClose: () => void;
}

export function ResultDialog({ done, result, onClose }: ResultDialogProps) {
  const counts = { done: result.done.length, failed: result.failed.length };
  const others = counts.failed > 0 ? `, ${counts.failed} not` : '';
  return (
    <Dialog title={`${counts.done} ${done}${others}`} onClose={onClose}>
      <NameList title={`${counts.failed} not ${done}`} names={result.failed} reasons />
      <NameList title={`${counts.done} ${done}`} names={result.done} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
