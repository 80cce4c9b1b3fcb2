/** Says why an action applies to none of the selected domains. */

import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { NameList } from './name-list.tsx';
import type { NamedNote } from './selection-rules.ts';

interface NothingReadyDialogProps {
  /** "listed". */
  done: string;
  leftOut: readonly NamedNote[];
  onClose: () => void;
}

export function NothingReadyDialog({ done, leftOut, onClose }: NothingReadyDialogProps) {
  return (
    <Dialog title={`None of these can be ${done}`} onClose={onClose}>
      <NameList title={`${leftOut.length} left out`} names={leftOut} reasons />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
