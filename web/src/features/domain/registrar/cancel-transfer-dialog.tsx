/** Cancels a pending transfer, in or out. */

import { useState } from 'react';
import { useAction } from '../../../graph/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { findBlockedReason } from '../dialog/domain-actions.ts';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import type { OpenDomain } from '../dialog/open-domain.ts';
import {
  CancelTransferInDocument,
  CancelTransferOutDocument,
} from './cancel-transfer-dialog.generated.ts';

const title = 'Cancel this transfer?';

const isTransferOut = ({ pendingTransferDirection }: OpenDomain) =>
  pendingTransferDirection === 'OUT';

const getBlockedReason = (domain: OpenDomain) =>
  isTransferOut(domain)
    ? findBlockedReason(domain, 'CANCEL_TRANSFER_OUT')
    : findBlockedReason(domain, 'CANCEL_TRANSFER_IN');

export function CancelTransferDialog() {
  return (
    <DomainGate title={title} getBlockedReason={getBlockedReason}>
      {(entered) => <CancelTransfer {...entered} />}
    </DomainGate>
  );
}

function CancelTransfer({ domain, close }: LoadedDialog) {
  const [cancelIn] = useAction(CancelTransferInDocument);
  const [cancelOut] = useAction(CancelTransferOutDocument);
  // Keep the text while the response changes the domain's state.
  const [out] = useState(isTransferOut(domain));
  const [waits] = useState(domain.transferOutStartsAt !== null);
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
          ? waits
            ? 'The domain stays with us. It hasn’t been unlocked, and no code was emailed.'
            : 'The domain stays with us and is locked again, so the emailed code can’t be used.'
          : 'The domain stays with its current registrar. The fee is refunded to your balance.'
      }
      action="Cancel Transfer"
      danger
      onConfirm={confirm}
      onClose={() => close()}
    />
  );
}
