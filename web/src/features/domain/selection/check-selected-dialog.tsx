/** One check of the selected domains. */

import { useState } from 'react';
import { useAction } from '../../../graph/use-action.ts';
import type { DomainRowFragment } from '../dialog/domain-row.generated.ts';
import { CheckSelectedDocument } from '../verification/check-all-dialog.generated.ts';
import { CheckDialog } from '../verification/check-dialog.tsx';

interface CheckSelectedDialogProps {
  rows: readonly DomainRowFragment[];
  onClose: () => void;
}

/** The selection when the dialog opened, whatever live updates change. */
export function CheckSelectedDialog({ rows, onClose }: CheckSelectedDialogProps) {
  const [ids] = useState(() => rows.map(({ id }) => id));
  const [checkSelected, busy] = useAction(CheckSelectedDocument);
  return (
    <CheckDialog
      title={ids.length === 1 ? 'Check 1 Domain' : `Check ${ids.length} Domains`}
      description="Checks the DNS record of each selected name once. Names in our custody need no check."
      onStart={async () => (await checkSelected({ ids })).verifyDomains.id}
      busy={busy}
      onClose={onClose}
    />
  );
}
