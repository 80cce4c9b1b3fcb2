/** Check All: one check of every name outside custody. */

import { useAction } from '../../../graph/use-action.ts';
import { useOpenDomain } from '../dialog/open-domain.ts';
import { CheckAllDocument } from './check-all-dialog.generated.ts';
import { CheckDialog } from './check-dialog.tsx';

export function CheckAllDialog() {
  const { close } = useOpenDomain();
  const [checkAll, busy] = useAction(CheckAllDocument);
  return (
    <CheckDialog
      title="Check All"
      description="Checks the DNS records of all your names that aren’t in our custody, once each."
      onStart={async () => (await checkAll({})).verifyDomains.id}
      busy={busy}
      onClose={() => close()}
    />
  );
}
