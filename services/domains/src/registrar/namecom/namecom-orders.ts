/** Orders and changes at name.com, one at a time for each name. */

import type { z } from 'zod';
import type { DomainChange, Order, RegistryTransfer } from '../registrar.ts';
import { EppInvalidInputError } from '../registrar-errors.ts';
import type { NamecomCall, NamecomClient } from './client.ts';
import { NamecomRejection } from './client.ts';
import type { NameGate } from './name-gate.ts';
import type { NamecomAlerts, NamecomQueries } from './namecom-queries.ts';
import { pathName, readDomain, readTransfer, toDollars, transferLock } from './read.ts';
import { lockedUntil, rejected, toPortError } from './rejections.ts';
import { anyShape, newTransferShape, renewalShape, transferShape } from './shapes.ts';

const dayMs = 86_400_000;

export class NamecomOrders {
  readonly #client: NamecomClient;
  readonly #queries: NamecomQueries;
  readonly #gate: NameGate;
  readonly #alerts: NamecomAlerts;

  constructor(
    client: NamecomClient,
    queries: NamecomQueries,
    { gate, alerts }: { gate: NameGate; alerts: NamecomAlerts },
  ) {
    this.#client = client;
    this.#queries = queries;
    this.#gate = gate;
    this.#alerts = alerts;
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
      return this.#queries.toTransfer({ ...transfer, domainName: name });
    });
  }

  /** NOT_PENDING when it has ended, PROHIBITED when it can no longer be cancelled. */
  cancelTransfer(name: string): Promise<RegistryTransfer> {
    return this.#gate.run(name, async () => {
      const path = `/core/v1/transfers/${pathName(name)}:cancel`;
      try {
        const transfer = await this.#client.call({ method: 'POST', path, shape: transferShape });
        return this.#queries.toTransfer(transfer);
      } catch (error) {
        if (!(error instanceof NamecomRejection)) throw error;
        const found = await this.#queries.findTransfer(name);
        if (found?.transfer.status !== 'pending') throw rejected(2301, error.said);
        throw rejected(2304, error.said);
      }
    });
  }

  rejectTransferOut(name: string): Promise<RegistryTransfer> {
    return this.#gate.run(name, async () => {
      const path = `/core/v1/transfers/external/out/${pathName(name)}:cancel`;
      try {
        await this.#client.call({ method: 'POST', path, shape: anyShape });
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
      const { expireDate } = await this.#queries.readDomain(name);
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

  /** With the lock the registrar's own renewal is switched off, because we renew names. */
  async #setLock(name: string, locked: boolean): Promise<void> {
    try {
      await this.#client.call({
        method: 'PATCH',
        path: `/core/v1/domains/${pathName(name)}`,
        body: locked ? { locked, autorenewEnabled: false } : { locked },
        shape: anyShape,
      });
    } catch (error) {
      if (!(error instanceof NamecomRejection) || locked) throw toPortError(error, 'UPDATE');
      const { transferLockExpiresAt: until } = await this.#queries.readDomain(name);
      throw until ? lockedUntil(until, error.said) : toPortError(error, 'UPDATE');
    }
  }

  async #setNameservers(
    name: string,
    { add, remove }: { add: readonly string[]; remove: readonly string[] },
  ): Promise<void> {
    const { nameservers } = readDomain(await this.#queries.readDomain(name));
    const kept = nameservers.filter((host) => !remove.includes(host));
    await this.#client
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
    attempt: 'RENEW' | 'TRANSFER',
    name: string,
    call: Omit<NamecomCall<S>, 'method'>,
  ): Promise<z.output<S>> {
    try {
      const paid = await this.#queries.access.watch(attempt, () =>
        this.#client.call({ ...call, method: 'POST' }),
      );
      this.#alerts.creditExhausted(false);
      return paid;
    } catch (error) {
      if (!(error instanceof NamecomRejection)) throw error;
      if (error.status === 402) this.#alerts.creditExhausted(true);
      if (attempt === 'TRANSFER' && error.status === 409) {
        const running = (await this.#queries.findTransfer(name))?.transfer.status === 'pending';
        if (running) throw rejected(2300, error.said);
        if (await this.#queries.isOurs(name)) throw rejected(2002, error.said);
      }
      throw toPortError(error, attempt);
    }
  }
}

const priceOf = (agreedCents: number | undefined) =>
  agreedCents === undefined ? {} : { purchasePrice: toDollars(agreedCents) };
