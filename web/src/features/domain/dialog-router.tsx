/** Renders the My Domains dialog named in the page's query. Each dialog is loaded on first use. */

import { Suspense } from 'react';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import type { DialogName } from './dialog/dialog-url.ts';

const AddDialog = lazyComponent(async () => (await import('./add-dialog.tsx')).AddDialog);
const VerifyDialog = lazyComponent(
  async () => (await import('./verification/verify-dialog.tsx')).VerifyDialog,
);
const RenewDialog = lazyComponent(
  async () => (await import('./registrar/renew-dialog.tsx')).RenewDialog,
);
const RemoveDialog = lazyComponent(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
const DiligenceDialog = lazyComponent(
  async () => (await import('./open-diligence.tsx')).OpenDiligence,
);
const CancelTransferDialog = lazyComponent(
  async () => (await import('./registrar/cancel-transfer-dialog.tsx')).CancelTransferDialog,
);

const dialogs: Partial<Record<DialogName, React.ComponentType>> = {
  add: AddDialog,
  verify: VerifyDialog,
  renew: RenewDialog,
  remove: RemoveDialog,
  'cancel-transfer': CancelTransferDialog,
  diligence: DiligenceDialog,
};

export function DialogRouter({ name }: { name: DialogName | undefined }) {
  const Current = name && dialogs[name];
  return <Suspense fallback={null}>{Current && <Current />}</Suspense>;
}
