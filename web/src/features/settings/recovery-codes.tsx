/** The ten recovery codes. They are shown only once, so the dialog closes only after the user confirms saving them. */

import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { saveBytes } from '../../graph/save-file.ts';
import { Button } from '../../ui/button/button.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Checkbox } from '../../ui/input/checkbox.tsx';

export interface RecoveryCodesProps {
  codes: readonly string[];
  onSaved: () => void;
}

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const id = useId();
  const [saved, setSaved] = useState(false);
  const text = codes.join('\n');
  return (
    <Dialog
      title="Save your recovery codes"
      description="MFA is on. If you lose your authenticator, each code logs you in once. They won’t be shown again."
      busy
      onClose={onSaved}
    >
      <ul
        id={id}
        className="mt-5 grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken px-4 py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <CopyButton text={text} what="recovery codes" shownIn={id} />
        <Button
          size="row"
          icon={Download}
          onClick={() => saveBytes(new Blob([`${text}\n`]), 'nameloan-recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
      <Checkbox
        label="I’ve saved them"
        checked={saved}
        onChange={(event) => setSaved(event.target.checked)}
        className="mt-3"
      />
      <DialogActions>
        <Button variant="primary" disabled={!saved} onClick={onSaved}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
