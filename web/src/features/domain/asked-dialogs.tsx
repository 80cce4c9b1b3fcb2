/** The dialogs of My Domains that stand in the page's query; each is fetched when it is first wanted. */

import { Suspense } from 'react';
import { later } from '../../ui/fetch-part.ts';
import type { DialogName } from './dialog-address.ts';

const AddDialog = later(async () => (await import('./add-dialog.tsx')).AddDialog);
const VerifyDialog = later(async () => (await import('./verify-dialog.tsx')).VerifyDialog);
const RenewDialog = later(async () => (await import('./renew-dialog.tsx')).RenewDialog);
const RemoveDialog = later(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
const CancelTransferDialog = later(
  async () => (await import('./cancel-transfer-dialog.tsx')).CancelTransferDialog,
);

const dialogs: Partial<Record<DialogName, React.ComponentType>> = {
  add: AddDialog,
  verify: VerifyDialog,
  renew: RenewDialog,
  remove: RemoveDialog,
  'cancel-transfer': CancelTransferDialog,
};

export function AskedDialogs({ name }: { name: DialogName | undefined }) {
  const Opened = name && dialogs[name];
  return <Suspense fallback={null}>{Opened && <Opened />}</Suspense>;
}
