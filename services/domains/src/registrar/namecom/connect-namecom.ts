/**
 * The Registrar interface over name.com's Core API v1. Orders have no idempotency keys there: each one is preceded by
 * reading the name, one change of a name runs at a time, and after an unknown outcome the name waits.
 */

import type { Registrar, RegistrarCapabilities } from '../registrar.ts';
import type { NamecomAccount } from './client.ts';
import { NamecomClient } from './client.ts';
import { NameGate } from './name-gate.ts';
import { NamecomOrders } from './namecom-orders.ts';
import type { NamecomAlerts } from './namecom-queries.ts';
import { NamecomQueries } from './namecom-queries.ts';
import { readDomain } from './read.ts';
import type { RequestBudget } from './request-budget.ts';
import { subscribeToNotices } from './subscribe-to-notices.ts';

export interface NamecomOptions extends NamecomAccount {
  readonly id: string;
  readonly capabilities?: Partial<RegistrarCapabilities> | undefined;
  readonly alerts: NamecomAlerts;
  /** Of the account, for all processes. */
  readonly budget: RequestBudget;
  /** Where its notices are to be sent. */
  readonly webhookUrl?: string | undefined;
}

const namecomCapabilities: RegistrarCapabilities = {
  cancelWhilePending: true,
  updateLock: false,
  setsAuthCode: false,
  answersTransferOut: true,
  hidesTransferOut: true,
  restoresByApi: false,
  pollQueue: false,
  feeAt: 'REQUEST',
  knowsOtherNames: false,
};

/** After an unknown outcome the order may still be carried out for so many timeouts. */
const timeoutsToSettle = 6;

export function connectNamecom(options: NamecomOptions): Registrar {
  const { webhookUrl, alerts, timeoutMs } = options;
  const client = new NamecomClient(options, options.budget);
  const queries = new NamecomQueries(client, alerts);
  const settleMs = timeoutMs * timeoutsToSettle;
  const gate = new NameGate(settleMs);
  const orders = new NamecomOrders(client, queries, { gate, alerts });
  return {
    id: options.id,
    capabilities: { ...namecomCapabilities, ...options.capabilities },
    settleMs,
    isAvailable: () => client.isAvailable,
    check: (names) => queries.check(names),
    info: async (name) => readDomain(await queries.findDomain(name)),
    transferRequest: async (name, authCode, order = { years: 1 }) =>
      orders.requestTransfer(name, authCode, order),
    transferQuery: (name) => queries.readTransfer(name),
    transferCancel: (name) => orders.cancelTransfer(name),
    transferReject: (name) => orders.rejectTransferOut(name),
    update: async (name, change) => {
      await orders.update(name, change);
      return { pending: false };
    },
    renew: (name, currentExpiry, order) => orders.renew(name, currentExpiry, order),
    // It creates missing hosts itself, or rejects the nameservers.
    hostCheck: async (names) => names.map((name) => ({ name, available: false })),
    hostCreate: async () => undefined,
    poll: async () => null,
    ack: async () => undefined,
    fetchAuthCode: (name) => queries.fetchAuthCode(name),
    listTransfers: () => queries.listTransfers(),
    ...(webhookUrl && { subscribe: () => subscribeToNotices(client, webhookUrl) }),
    close: async () => client.close(),
  };
}
