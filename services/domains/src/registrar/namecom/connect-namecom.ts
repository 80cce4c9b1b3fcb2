/**
 * The Registrar interface over name.com's Core API v1. Orders have no idempotency keys there: each one is preceded by
 * reading the name, one change of a name runs at a time, and after an unknown outcome the name waits.
 */

import type { z } from 'zod';
import type {
  DomainChange,
  NameCheck,
  Order,
  Registrar,
  RegistrarCapabilities,
  RegistryTransfer,
} from '../registrar.ts';
import {
  EppInvalidInputError,
  EppRejectedError,
  EppUnavailableError,
} from '../registrar-errors.ts';
import type { NamecomAccount, NamecomCall } from './client.ts';
import { NamecomClient, NamecomRejection } from './client.ts';
import { NameGate } from './name-gate.ts';
import {
  isKnownState,
  readDomain,
  readFees,
  readTransfer,
  toDollars,
  transferLock,
} from './read.ts';
import type { Attempt } from './rejections.ts';
import { lockedUntil, rejected, toPortError } from './rejections.ts';
import type { NamecomDomain } from './shapes.ts';
import {
  anyShape,
  authCodeShape,
  domainShape,
  eligibilityShape,
  newTransferShape,
  pricingShape,
  renewalShape,
  subscriptionsShape,
  transferListShape,
  transferShape,
} from './shapes.ts';
import { noticeEvents } from './verify-notice.ts';

/** Conditions for staff, reported while they last. */
export interface NamecomAlerts {
  /** False once an order was paid. */
  creditExhausted(is: boolean): void;
  unknownState(name: string, state: string): void;
}

export interface NamecomOptions extends NamecomAccount {
  readonly id: string;
  readonly capabilities?: Partial<RegistrarCapabilities> | undefined;
  readonly alerts: NamecomAlerts;
  /** Where its notices are to be sent. */
  readonly webhookUrl?: string | undefined;
}

const namecomCapabilities: RegistrarCapabilities = {
  cancelWhilePending: true,
  updateLock: false,
  setsAuthCode: false,
  answersTransferOut: true,
  restoresByApi: false,
  pollQueue: false,
  feeAt: 'REQUEST',
  knowsOtherNames: false,
};

/** After an unknown outcome the order may still be carried out for so many timeouts. */
const timeoutsToSettle = 6;
/** Pages of a thousand transfers. */
const maxPages = 5;
const maxReported = 1000;
const dayMs = 86_400_000;
const namePattern = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/;

export function connectNamecom(options: NamecomOptions): Registrar {
  const connection = new NamecomConnection(options);
  const { webhookUrl } = options;
  return {
    id: options.id,
    capabilities: { ...namecomCapabilities, ...options.capabilities },
    isAvailable: () => connection.client.isAvailable,
    check: (names) => connection.check(names),
    info: async (name) => readDomain(await connection.findDomain(name)),
    transferRequest: (name, authCode, order = { years: 1 }) =>
      connection.requestTransfer(name, authCode, order),
    transferQuery: (name) => connection.readTransfer(name),
    transferCancel: (name) => connection.cancelTransfer(name),
    transferReject: (name) => connection.rejectTransferOut(name),
    update: async (name, change) => {
      await connection.update(name, change);
      return { pending: false };
    },
    renew: (name, currentExpiry, order) => connection.renew(name, currentExpiry, order),
    // It creates missing hosts itself, or rejects the nameservers.
    hostCheck: async (names) => names.map((name) => ({ name, available: false })),
    hostCreate: async () => undefined,
    poll: async () => null,
    ack: async () => undefined,
    fetchAuthCode: (name) => connection.fetchAuthCode(name),
    listTransfers: () => connection.listTransfers(),
    ...(webhookUrl && { subscribe: () => connection.subscribe(webhookUrl) }),
    close: async () => connection.client.close(),
  };
}

class NamecomConnection {
  readonly client: NamecomClient;
  readonly #gate: NameGate;
  readonly #alerts: NamecomAlerts;
  /** Unknown states that were reported. */
  readonly #reported = new Set<string>();

  constructor(options: NamecomOptions) {
    this.client = new NamecomClient(options);
    this.#gate = new NameGate(options.timeoutMs * timeoutsToSettle);
    this.#alerts = options.alerts;
  }

  async check(names: readonly string[]): Promise<NameCheck[]> {
    const checks: NameCheck[] = [];
    for (const name of names) {
      const pricing = await this.#read({
        path: `/core/v1/domains/${pathName(name)}:getPricing`,
        shape: pricingShape,
      });
      checks.push({ name, available: false, reason: undefined, fees: readFees(pricing) });
    }
    return checks;
  }

  /**
   * NOT_OURS (2201) for a name that is at name.com and not shown to this account: it has expired, or is in another
   * account. UNKNOWN_NAME (2303) for one that is not at name.com.
   */
  async findDomain(name: string): Promise<NamecomDomain> {
    try {
      return await this.readDomain(name);
    } catch (error) {
      const isMissing = error instanceof EppRejectedError && error.code === 'UNKNOWN_NAME';
      if (isMissing && (await this.#isAtNamecom(name))) throw rejected(2201, error.serverMessage);
      throw error;
    }
  }

  /** UNKNOWN_NAME for a name that this account is not shown. */
  async readDomain(name: string): Promise<NamecomDomain> {
    const domain = await this.#read({
      path: `/core/v1/domains/${pathName(name)}`,
      shape: domainShape,
    });
    if (domain.domainName.toLowerCase() === name) return domain;
    throw new EppUnavailableError('UNREADABLE', 'The registrar responded about another name.');
  }

  /** NOT_PENDING (2301) when there has been none. */
  async readTransfer(name: string): Promise<RegistryTransfer> {
    const found = await this.#findTransfer(name);
    if (!found) throw rejected(2301, 'There is no transfer of this name.');
    return found.transfer;
  }

  async listTransfers(): Promise<RegistryTransfer[]> {
    const transfers: RegistryTransfer[] = [];
    let page: number | null | undefined = 1;
    for (let pages = 0; page && pages < maxPages; pages += 1) {
      const path = `/core/v1/transfers?perPage=1000&page=${page}`;
      const list: z.output<typeof transferListShape> = await this.#read({
        path,
        shape: transferListShape,
      });
      transfers.push(...list.transfers.map((one) => this.#toTransfer(one)));
      page = list.nextPage;
    }
    return transfers;
  }

  requestTransfer(
    name: string,
    authCode: string,
    { agreedCents }: Order,
  ): Promise<RegistryTransfer> {
    const body = { domainName: pathName(name), authCode, ...priceOf(agreedCents) };
    return this.#gate.runOrder(name, async () => {
      // Sent even if an earlier request is running: only the registrar decides that without a race.
      const { transfer } = await this.#pay('TRANSFER', name, {
        path: '/core/v1/transfers',
        body,
        shape: newTransferShape,
        secret: authCode,
      });
      return this.#toTransfer({ ...transfer, domainName: name });
    });
  }

  /** NOT_PENDING when it has ended, PROHIBITED when it can no longer be cancelled. */
  cancelTransfer(name: string): Promise<RegistryTransfer> {
    return this.#gate.run(name, async () => {
      const path = `/core/v1/transfers/${pathName(name)}:cancel`;
      try {
        const transfer = await this.client.call({ method: 'POST', path, shape: transferShape });
        return this.#toTransfer(transfer);
      } catch (error) {
        if (!(error instanceof NamecomRejection)) throw error;
        const found = await this.#findTransfer(name);
        if (found?.transfer.status !== 'pending') throw rejected(2301, error.said);
        throw rejected(2304, error.said);
      }
    });
  }

  rejectTransferOut(name: string): Promise<RegistryTransfer> {
    return this.#gate.run(name, async () => {
      const path = `/core/v1/transfers/external/out/${pathName(name)}:cancel`;
      try {
        await this.client.call({ method: 'POST', path, shape: anyShape });
      } catch (error) {
        if (!(error instanceof NamecomRejection)) throw error;
        // 409: none is pending. 422: this suffix does not let the losing registrar decide.
        if (error.status === 422) throw rejected(2307, error.said);
        throw error.status === 409 || error.status === 404
          ? rejected(2301, error.said)
          : toPortError(error, 'UPDATE');
      }
      const ended = { status: 'clientRejected' as const, ours: false, fromUs: true };
      return { ...readTransfer({ domainName: name, status: '' }), ...ended };
    });
  }

  update(name: string, change: DomainChange): Promise<void> {
    if (change.authCode !== undefined)
      throw new EppInvalidInputError('authCode', 'This registrar chooses the auth codes.');
    const locks = change.addStatuses?.includes(transferLock);
    const unlocks = change.removeStatuses?.includes(transferLock);
    return this.#gate.run(name, async () => {
      if (locks || unlocks) await this.#setLock(name, locks === true);
      const { addNameservers: add = [], removeNameservers: remove = [] } = change;
      if (add.length + remove.length > 0) await this.#setNameservers(name, { add, remove });
    });
  }

  /** A different expiry than `currentExpiry` means that an earlier order was carried out: POLICY (2306), as in EPP. */
  renew(
    name: string,
    currentExpiry: Date,
    { years, agreedCents }: Order,
  ): Promise<{ expiresAt: Date | undefined }> {
    return this.#gate.runOrder(name, async () => {
      const { expireDate } = await this.readDomain(name);
      if (Math.abs(expireDate.getTime() - currentExpiry.getTime()) >= dayMs)
        throw rejected(2306, 'The name has another expiry.');
      const { domain } = await this.#pay('RENEW', name, {
        path: `/core/v1/domains/${pathName(name)}:renew`,
        body: { years, ...priceOf(agreedCents) },
        shape: renewalShape,
      });
      return { expiresAt: domain?.expireDate };
    });
  }

  async subscribe(url: string): Promise<void> {
    const path = '/core/v1/notifications';
    const { subscriptions } = await this.#read({ path, shape: subscriptionsShape });
    for (const eventName of noticeEvents) {
      const isSubscribed = subscriptions.some(
        (one) => one.eventName === eventName && one.url === url && one.active,
      );
      if (isSubscribed) continue;
      const body = { eventName, url, active: true };
      await this.client
        .call({ method: 'POST', path, body, shape: anyShape })
        .catch((error: unknown) => {
          // 409: another replica was faster. 400: this account does not have the event.
          const isHarmless =
            error instanceof NamecomRejection && (error.status === 409 || error.status === 400);
          if (!isHarmless) throw toPortError(error, 'UPDATE');
        });
    }
  }

  async fetchAuthCode(name: string): Promise<string> {
    const path = `/core/v1/domains/${pathName(name)}:getAuthCode`;
    return (await this.#read({ path, shape: authCodeShape })).authCode;
  }

  /** With the lock the registrar's own renewal is switched off, because we renew names. */
  async #setLock(name: string, locked: boolean): Promise<void> {
    try {
      await this.client.call({
        method: 'PATCH',
        path: `/core/v1/domains/${pathName(name)}`,
        body: locked ? { locked, autorenewEnabled: false } : { locked },
        shape: anyShape,
      });
    } catch (error) {
      if (!(error instanceof NamecomRejection) || locked) throw toPortError(error, 'UPDATE');
      const { transferLockExpiresAt: until } = await this.readDomain(name);
      throw until ? lockedUntil(until, error.said) : toPortError(error, 'UPDATE');
    }
  }

  async #setNameservers(
    name: string,
    { add, remove }: { add: readonly string[]; remove: readonly string[] },
  ): Promise<void> {
    const { nameservers } = readDomain(await this.readDomain(name));
    const kept = nameservers.filter((host) => !remove.includes(host));
    await this.client
      .call({
        method: 'POST',
        path: `/core/v1/domains/${pathName(name)}:setNameservers`,
        body: { nameservers: [...new Set([...kept, ...add])] },
        shape: anyShape,
      })
      .catch((error: unknown) => {
        throw toPortError(error, 'NAMESERVERS');
      });
  }

  /** Sends an order that costs money. */
  async #pay<S extends z.ZodType>(
    attempt: Attempt,
    name: string,
    call: Omit<NamecomCall<S>, 'method'>,
  ): Promise<z.output<S>> {
    try {
      const paid = await this.client.call({ ...call, method: 'POST' });
      this.#alerts.creditExhausted(false);
      return paid;
    } catch (error) {
      if (!(error instanceof NamecomRejection)) throw error;
      if (error.status === 402) this.#alerts.creditExhausted(true);
      if (attempt === 'TRANSFER' && error.status === 409) {
        const running = (await this.#findTransfer(name))?.transfer.status === 'pending';
        if (running) throw rejected(2300, error.said);
        if (await this.#isOurs(name)) throw rejected(2002, error.said);
      }
      throw toPortError(error, attempt);
    }
  }

  async #findTransfer(name: string): Promise<{ transfer: RegistryTransfer } | undefined> {
    const path = `/core/v1/transfers/${pathName(name)}`;
    try {
      const found = await this.client.call({ method: 'GET', path, shape: transferShape });
      return { transfer: this.#toTransfer({ ...found, domainName: name }) };
    } catch (error) {
      if (error instanceof NamecomRejection && error.status === 404) return undefined;
      throw toPortError(error, 'READ');
    }
  }

  async #isAtNamecom(name: string): Promise<boolean> {
    const path = `/core/v1/transfers/eligibility/${pathName(name)}`;
    try {
      return (await this.client.call({ method: 'GET', path, shape: eligibilityShape })).atName;
    } catch (error) {
      if (error instanceof NamecomRejection) return false;
      throw error;
    }
  }

  async #isOurs(name: string): Promise<boolean> {
    try {
      await this.readDomain(name);
      return true;
    } catch (error) {
      if (error instanceof EppRejectedError && error.code === 'UNKNOWN_NAME') return false;
      throw error;
    }
  }

  #toTransfer(found: { domainName: string; status: string }): RegistryTransfer {
    const { domainName, status } = found;
    const key = `${domainName} ${status}`;
    if (!isKnownState(status) && !this.#reported.has(key)) {
      if (this.#reported.size >= maxReported) this.#reported.clear();
      this.#reported.add(key);
      this.#alerts.unknownState(domainName, status);
    }
    return readTransfer(found);
  }

  #read<S extends z.ZodType>(call: { path: string; shape: S }): Promise<z.output<S>> {
    return this.client.call({ ...call, method: 'GET' }).catch((error: unknown) => {
      throw toPortError(error, 'READ');
    });
  }
}

const priceOf = (agreedCents: number | undefined) =>
  agreedCents === undefined ? {} : { purchasePrice: toDollars(agreedCents) };

/** Checked, so that a name in a path is nothing else. */
function pathName(name: string): string {
  if (name.length <= 253 && namePattern.test(name)) return name;
  throw new EppInvalidInputError('name', 'This is not a domain name in lower-case A-labels.');
}
