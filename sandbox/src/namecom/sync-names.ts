/** Brings name.com's records up to date with the registry, and sends the notices of what has changed. */

import type { Domain } from '../records.ts';
import { isPending } from '../registry/domain.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { namecomId, nameData, saveName } from './account.ts';
import { sendNotice } from './notices.ts';
import { isOpen, syncTransfer } from './transfers.ts';

export function syncNamecom(context: SandboxContext): void {
  const { store } = context;
  for (const transfer of [...store.table('namecomTransfers').values()])
    if (isOpen(transfer)) syncTransfer(context, transfer.name);
  for (const domain of [...store.table('domains').values()])
    if (domain.transfer?.actingBy === namecomId) syncTransferOut(context, domain);
}

/** Another registrar's request for a name of the account: begun, rejected or completed. */
function syncTransferOut(context: SandboxContext, domain: Domain): void {
  const { name, registrar } = domain;
  const data = nameData(context, name);
  const isRequested = isPending(domain);
  const hasLeft = registrar !== namecomId;
  const out = isRequested ? 'initiated' : hasLeft ? 'completed' : null;
  if (out === data.out) return;
  saveName(context, { ...data, out });
  sendNotice(context, {
    eventName: 'domain.transfer_out.status_change',
    domainName: name,
    status: out ?? 'canceled',
  });
}
