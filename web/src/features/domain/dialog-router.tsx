/** Renders the My Domains dialog named in the page's query. Each dialog is loaded on first use. */

import { Suspense } from 'react';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import type { DialogName } from './dialog/dialog-url.ts';

const AddDialog = lazyComponent(async () => (await import('./add-dialog.tsx')).AddDialog);
const VerifyDialog = lazyComponent(
  async () => (await import('./verification/verify-dialog.tsx')).VerifyDialog,
);
const CheckAllDialog = lazyComponent(
  async () => (await import('./verification/check-all-dialog.tsx')).CheckAllDialog,
);
const RenewDialog = lazyComponent(
  async () => (await import('./registrar/renew-dialog.tsx')).RenewDialog,
);
const PushDialog = lazyComponent(async () => (await import('./push/push-dialog.tsx')).PushDialog);
const RemoveDialog = lazyComponent(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
const DiligenceDialog = lazyComponent(
  async () => (await import('./open-diligence.tsx')).OpenDiligence,
);
const CancelTransferDialog = lazyComponent(
  async () => (await import('./registrar/cancel-transfer-dialog.tsx')).CancelTransferDialog,
);
const LabelsDialog = lazyComponent(
  async () => (await import('./portfolio/labels-dialog.tsx')).LabelsDialog,
);

const dialogs: Partial<Record<DialogName, React.ComponentType>> = {
  add: AddDialog,
  verify: VerifyDialog,
  'check-all': CheckAllDialog,
  renew: RenewDialog,
  push: PushDialog,
  remove: RemoveDialog,
  'cancel-transfer': CancelTransferDialog,
  labels: LabelsDialog,
  diligence: DiligenceDialog,
};

export function DialogRouter({ name }: { name: DialogName | undefined }) {
  const Current = name && dialogs[name];
  return <Suspense fallback={null}>{Current && <Current />}</Suspense>;
}
