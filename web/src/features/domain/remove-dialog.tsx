/** Remove Domain: removes a domain that is not in custody from the list. */

import { useAction } from '../../graph/use-action.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { LoadedDialog } from './dialog/domain-gate.tsx';
import { DomainGate } from './dialog/domain-gate.tsx';
import { RemoveDomainDocument } from './remove-dialog.generated.ts';

const title = 'Remove this domain?';

export function RemoveDialog() {
  return (
    <DomainGate title={title} action="REMOVE">
      {(entered) => <Remove {...entered} />}
    </DomainGate>
  );
}

function Remove({ domain, close }: LoadedDialog) {
  const [remove] = useAction(RemoveDomainDocument, { refetch: ['MyDomains'] });
  const confirm = async () => {
    await remove({ id: domain.id });
    close('Domain removed');
  };
  return (
    <ConfirmDialog
      title={title}
      domain={domain.unicodeName}
      effect="Removes it from your list and ends its verification. The domain stays with its registrar, and you can add it again."
      action="Remove Domain"
      danger
      onConfirm={confirm}
      onClose={() => close()}
    />
  );
}
