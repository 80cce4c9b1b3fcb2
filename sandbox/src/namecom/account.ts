/** The product's account at name.com: token, credit, subscriptions and transfers, and what only this registrar knows of a name. */

import { randomBytes } from 'node:crypto';
import type { SandboxContext } from '../sandbox-context.ts';
import { NamecomError } from './namecom-error.ts';
import type { NamecomAccount, NamecomName, NamecomTransfer } from './records.ts';

/** The registrar's id at the registry. */
export const namecomId = 'Name.com';
export const namecomUser = 'nameloan-test';
const key = 'namecomAccount';
const firstCreditCents = 10_000_000;

/** The registry as this registrar sees it, over the same store. */
export function namecomContext(context: SandboxContext): SandboxContext {
  return { ...context, registrar: { id: namecomId, password: '' }, resellerGateway: false };
}

export function getAccount({ store }: SandboxContext): NamecomAccount {
  const kept = store.table('values').get(key) as NamecomAccount | undefined;
  if (kept) return kept;
  const account: NamecomAccount = {
    token: randomBytes(20).toString('hex'),
    creditCents: firstCreditCents,
    notices: 'sent',
    subscriptions: [],
  };
  store.commit(['values', key, account]);
  return account;
}

export function changeAccount(context: SandboxContext, change: Partial<NamecomAccount>): void {
  context.store.commit(['values', key, { ...getAccount(context), ...change }]);
}

/** Takes the price from the credit, or throws 402. */
export function pay(context: SandboxContext, cents: number): void {
  const { creditCents } = getAccount(context);
  if (creditCents < cents) throw new NamecomError(402, 'Insufficient Funds');
  changeAccount(context, { creditCents: creditCents - cents });
}

export function refund(context: SandboxContext, cents: number): void {
  changeAccount(context, { creditCents: getAccount(context).creditCents + cents });
}

export const findTransfer = ({ store }: SandboxContext, name: string) =>
  store.table('namecomTransfers').get(name);

export function saveTransfer(
  { store }: SandboxContext,
  transfer: NamecomTransfer,
): NamecomTransfer {
  store.commit(['namecomTransfers', transfer.name, transfer]);
  return transfer;
}

/** Names that arrive are renewed by the registrar until that is switched off. */
export const nameData = ({ store }: SandboxContext, name: string): NamecomName =>
  store.table('namecomNames').get(name) ?? { name, renewsItself: true, out: null, locks: [] };

export function saveName({ store }: SandboxContext, data: NamecomName): void {
  store.commit(['namecomNames', data.name, data]);
}
