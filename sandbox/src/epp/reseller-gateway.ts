/**
 * The EPP gateway of a reseller (CentralNic Reseller): the same registry behind another account, whose answers differ
 * from the RFCs. It has only the transfer lock, which is shown in its own extension.
 */

import type { Domain, TransferData } from '../records.ts';
import { displayedStatuses } from '../registry/domain.ts';
import { RegistryError } from '../registry/registry-error.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { keysysNamespace } from './names.ts';

const transferLock = 'clientTransferProhibited';
/** How the gateway writes that it does not know a time. */
const noTime = '0001-01-01T00:00:00.0Z';
/** Days after the expiry at which the reseller would renew a name. */
const renewalDays = 35;

/** A transfer as a response to its request, query or cancellation shows it: without the losing registrar. */
export function gatewayTransfer(transfer: TransferData): TransferData {
  return { ...transfer, actingBy: 'unknown', actingAt: noTime };
}

/** A transfer in a queue message: only its name and status are true. */
export function gatewayNotice(transfer: TransferData): TransferData {
  const placeholders = { requestedBy: 'INTERNAL', requestedAt: noTime, actingBy: 'INTERNAL' };
  return { ...transfer, ...placeholders, actingAt: noTime };
}

/** The statuses of RFC 5731 without the lock of transfers. */
export function gatewayStatuses(domain: Domain, now: Date): string[] {
  const rest = displayedStatuses(domain, now).filter((status) => status !== transferLock);
  return rest.length > 0 ? rest : ['ok'];
}

/** The gateway's data of a domain that the reseller holds. */
export function keysysXml({ roid, expiresAt, statuses }: Domain): string {
  const renewsAt = new Date(Date.parse(expiresAt) + renewalDays * 86_400_000).toISOString();
  const element = (name: string, text: string) => `<keysys:${name}>${text}</keysys:${name}>`;
  const data = [
    element('renDate', renewsAt),
    element('punDate', expiresAt),
    element('domain-roid', roid),
    element('renewalmode', 'AUTOEXPIRE'),
    element('transferlock', statuses.includes(transferLock) ? '1' : '0'),
    element('transfermode', 'DEFAULT'),
  ];
  return `<keysys:resData xmlns:keysys="${keysysNamespace}">${element('infData', data.join(''))}</keysys:resData>`;
}

/** Throws 2306 for a status that the gateway does not take. */
export function assertGatewayStatuses(
  { resellerGateway }: SandboxContext,
  statuses: readonly string[],
): void {
  const other = statuses.find((status) => status !== transferLock);
  if (!resellerGateway || other === undefined) return;
  throw new RegistryError(2306, `This gateway does not set ${other}.`);
}
