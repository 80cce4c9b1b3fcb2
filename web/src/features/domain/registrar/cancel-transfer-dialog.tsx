/** Calls a transfer off that is under way, whichever way it goes. */

import { useState } from 'react';
import { useAction } from '../../../graph/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { findBlockedReason } from '../shared/domain-actions.ts';
import type { LoadedDialog } from '../shared/domain-gate.tsx';
import { DomainGate } from '../shared/domain-gate.tsx';
import type { OpenDomain } from '../shared/open-domain.ts';
import {
  CancelTransferInDocument,
  CancelTransferOutDocument,
} from './cancel-transfer-dialog.generated.ts';

const title = 'Cancel this transfer?';

const goesOut = ({ pendingTransferDirection }: OpenDomain) => pendingTransferDirection === 'OUT';

const whyNot = (domain: OpenDomain) =>
  goesOut(domain)
    ? findBlockedReason(domain, 'CANCEL_TRANSFER_OUT')
    : findBlockedReason(domain, 'CANCEL_TRANSFER_IN');

export function CancelTransferDialog() {
  return (
    <DomainGate title={title} getBlockedReason={whyNot}>
      {(entered) => <CancelTransfer {...entered} />}
    </DomainGate>
  );
}

function CancelTransfer({ domain, close }: LoadedDialog) {
  const [cancelIn] = useAction(CancelTransferInDocument);
  const [cancelOut] = useAction(CancelTransferOutDocument);
  // What was asked stays the question, also once the answer has changed the domain.
  const [out] = useState(goesOut(domain));
  const confirm = async () => {
    const cancel = out ? cancelOut : cancelIn;
    await cancel({ id: domain.id });
    close('Transfer cancelled');
  };
  return (
    <ConfirmDialog
      title={title}
      domain={domain.unicodeName}
      effect={
        out
          ? 'The domain stays with us, and its lock is set again. The code that was mailed ends.'
          : 'The domain stays with its present registrar, and the fee goes back to your balance.'
      }
      action="Cancel Transfer"
      danger
      onConfirm={confirm}
      onClose={() => close()}
    />
  );
}
