/** Queries at name.com; they change nothing there. */

import type { z } from 'zod';
import type { NameCheck, RegistryTransfer } from '../registrar.ts';
import { EppRejectedError, EppUnavailableError } from '../registrar-errors.ts';
import type { GuardedAttempt } from './access-watch.ts';
import { AccessWatch } from './access-watch.ts';
import type { NamecomClient } from './client.ts';
import { NamecomRejection } from './client.ts';
import { isKnownState, pathName, readFees, readTransfer } from './read.ts';
import { rejected, toPortError } from './rejections.ts';
import type { NamecomDomain } from './shapes.ts';
import {
  authCodeShape,
  domainShape,
  eligibilityShape,
  pricingShape,
  transferListShape,
  transferShape,
} from './shapes.ts';

/** Conditions for staff, reported while they last. */
export interface NamecomAlerts {
  /** False once an order was paid. */
  creditExhausted(is: boolean): void;
  unknownState(name: string, state: string): void;
  /** False once such a call has succeeded. */
  accessDenied(attempt: GuardedAttempt, is: boolean): void;
}

/** Pages of a thousand transfers. */
const maxPages = 5;
const maxReported = 1000;

export class NamecomQueries {
  readonly #client: NamecomClient;
  readonly #alerts: NamecomAlerts;
  /** Unknown states that were reported. */
  readonly #reported = new Set<string>();
  readonly access: AccessWatch;

  constructor(client: NamecomClient, alerts: NamecomAlerts) {
    this.#client = client;
    this.#alerts = alerts;
    this.access = new AccessWatch((attempt, is) => alerts.accessDenied(attempt, is));
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
    const found = await this.findTransfer(name);
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
      transfers.push(...list.transfers.map((one) => this.toTransfer(one)));
      page = list.nextPage;
    }
    return transfers;
  }

  async fetchAuthCode(name: string): Promise<string> {
    const path = `/core/v1/domains/${pathName(name)}:getAuthCode`;
    return (await this.#read({ path, shape: authCodeShape })).authCode;
  }

  async findTransfer(name: string): Promise<{ transfer: RegistryTransfer } | undefined> {
    const path = `/core/v1/transfers/${pathName(name)}`;
    try {
      const call = { method: 'GET', path, shape: transferShape } as const;
      const found = await this.access.watch('READ', () => this.#client.call(call));
      return { transfer: this.toTransfer({ ...found, domainName: name }) };
    } catch (error) {
      if (error instanceof NamecomRejection && error.status === 404) return undefined;
      throw toPortError(error, 'READ');
    }
  }

  async #isAtNamecom(name: string): Promise<boolean> {
    const path = `/core/v1/transfers/eligibility/${pathName(name)}`;
    try {
      return (await this.#client.call({ method: 'GET', path, shape: eligibilityShape })).atName;
    } catch (error) {
      if (error instanceof NamecomRejection) return false;
      throw error;
    }
  }

  async isOurs(name: string): Promise<boolean> {
    try {
      await this.readDomain(name);
      return true;
    } catch (error) {
      if (error instanceof EppRejectedError && error.code === 'UNKNOWN_NAME') return false;
      throw error;
    }
  }

  toTransfer(found: { domainName: string; status: string }): RegistryTransfer {
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
    return this.access
      .watch('READ', () => this.#client.call({ ...call, method: 'GET' }))
      .catch((error: unknown) => {
        throw toPortError(error, 'READ');
      });
  }
}
