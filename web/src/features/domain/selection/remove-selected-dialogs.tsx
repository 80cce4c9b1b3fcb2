/** Removes the listings of the selected domains, or the domains from the list. */

import { useAction } from '../../../graph/use-action.ts';
import type { DomainRowFragment } from '../dialog/domain-row.generated.ts';
import { ConfirmSelectionDialog } from './confirm-selection-dialog.tsx';
import { RemoveSelectedDocument, UnlistSelectedDocument } from './selection.generated.ts';

export interface SelectionDialogProps {
  rows: readonly DomainRowFragment[];
  onClose: () => void;
}

const options = { refetch: ['MyDomains'] };

export function UnlistSelectedDialog(props: SelectionDialogProps) {
  const [unlist] = useAction(UnlistSelectedDocument, options);
  return (
    <ConfirmSelectionDialog
      {...props}
      action="UNLIST"
      nouns={['Listing', 'Listings']}
      effect="Lenders will no longer see them. Their pending offers will be denied and the lenders notified. You can list the domains again any time."
      run={async (ids) => (await unlist({ ids })).closeListings}
    />
  );
}

export function RemoveSelectedDialog(props: SelectionDialogProps) {
  const [remove] = useAction(RemoveSelectedDocument, options);
  return (
    <ConfirmSelectionDialog
      {...props}
      action="REMOVE"
      nouns={['Domain', 'Domains']}
      effect="Removes them from your list and ends their verification. The domains stay with their registrars, and you can add them again."
      run={async (ids) => (await remove({ ids })).removeDomains}
    />
  );
}
