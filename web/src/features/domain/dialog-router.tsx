/** The dialogs of My Domains that stand in the page's query; each is fetched when it is first wanted. */

import { Suspense } from 'react';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import type { DialogName } from './shared/dialog-address.ts';

const AddDialog = lazyComponent(async () => (await import('./add-dialog.tsx')).AddDialog);
const VerifyDialog = lazyComponent(
  async () => (await import('./verification/verify-dialog.tsx')).VerifyDialog,
);
const RenewDialog = lazyComponent(
  async () => (await import('./registrar/renew-dialog.tsx')).RenewDialog,
);
const RemoveDialog = lazyComponent(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
const CancelTransferDialog = lazyComponent(
  async () => (await import('./registrar/cancel-transfer-dialog.tsx')).CancelTransferDialog,
);

const dialogs: Partial<Record<DialogName, React.ComponentType>> = {
  add: AddDialog,
  verify: VerifyDialog,
  renew: RenewDialog,
  remove: RemoveDialog,
  'cancel-transfer': CancelTransferDialog,
};

export function DialogRouter({ name }: { name: DialogName | undefined }) {
  const Opened = name && dialogs[name];
  return <Suspense fallback={null}>{Opened && <Opened />}</Suspense>;
}
