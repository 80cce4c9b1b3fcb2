/** Remove Listing: closes the open listing of a domain. */

import { useAction } from '../../../graph/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import type { OpenDomain } from '../dialog/open-domain.ts';
import { RemoveListingDocument } from './unlist-dialog.generated.ts';

const title = 'Remove this listing?';

const notListed = ({ listed }: OpenDomain) =>
  listed === false ? 'This domain isn’t listed.' : undefined;

export function UnlistDialog() {
  return (
    <DomainGate title={title} getBlockedReason={notListed}>
      {(entered) => <Unlist {...entered} />}
    </DomainGate>
  );
}

function Unlist({ domain, close }: LoadedDialog) {
  const [removeListing] = useAction(RemoveListingDocument);
  const confirm = async () => {
    await removeListing({ id: domain.listing?.id ?? domain.id });
    close('Listing removed');
  };
  const { offers } = domain;
  const denied =
    offers === 1
      ? 'Its pending offer will be denied and the lender notified.'
      : `Its ${offers} pending offers will be denied and their lenders notified.`;
  return (
    <ConfirmDialog
      title={title}
      domain={domain.unicodeName}
      effect={`Lenders will no longer see it.${offers ? ` ${denied}` : ''} You can list it again any time.`}
      action="Remove Listing"
      danger
      onConfirm={confirm}
      onClose={() => close()}
    />
  );
}
