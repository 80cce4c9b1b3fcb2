/** What the modules of a service share: store, bus, log and secrets, bound when the service starts. */

import { serviceNames } from '@nameloan/contracts/platform';
import type { ReplyPayload, RequestName, RequestPayload } from '@nameloan/contracts/requests';
import { mayRequest } from '@nameloan/contracts/requests';
import type { ChangeSignal } from '@nameloan/contracts/topics';
import type { Bus } from '@nameloan/messaging/bus';
import type { DataUpgrade } from '@nameloan/persistence/data-upgrade';
import { Store } from '@nameloan/persistence/store';
import type { Log } from '@nameloan/runtime/log';
import { createLog } from '@nameloan/runtime/log';
import { decrypt, encrypt } from '@nameloan/security/encryption';
import type { Keyring } from '@nameloan/security/keyring';
import { AccountAccess } from './account-access.ts';
import { sendRequest } from './request.ts';

export interface ServiceContextBinding {
  bus: Bus;
  log: Log;
  /** The installation's secrets, from which all keys are derived. */
  keyring: Keyring;
  /** Public base URL without a final slash. */
  publicUrl: string;
  /** False only for load tests. */
  rateLimits: boolean;
}

/** Tests define contexts of other names. */
const isService = (name: string) => serviceNames.some((one) => one === name);

export class ServiceContext {
  readonly name: string;
  readonly store: Store;
  #binding: ServiceContextBinding | undefined;
  #quiet: Log | undefined;

  constructor(name: string, upgrade?: DataUpgrade) {
    this.name = name;
    this.store = new Store(name, upgrade);
  }

  bind(binding: ServiceContextBinding): void {
    this.#binding = binding;
  }

  get #bound(): ServiceContextBinding {
    if (!this.#binding) throw new Error(`${this.name} is used before the start`);
    return this.#binding;
  }

  /** Declares a collection of this service; see Store.defineModel. */
  defineModel: Store['defineModel'] = (name, definition) =>
    this.store.defineModel(name, definition);

  /** Runs one use case in one transaction; see Store.commit. */
  commit: Store['commit'] = (work) => this.store.commit(work);

  /** Sends a request to another service. Its DomainErrors are thrown here; a timeout is UNAVAILABLE. */
  request = <Q extends RequestName>(
    question: Q,
    requested: RequestPayload<Q>,
  ): Promise<ReplyPayload<Q>> => {
    // The broker would reject it; this way it also fails on the bus inside one process.
    if (isService(this.name) && !mayRequest(this.name, question))
      throw new Error(`${this.name} is not among the requesters of ${question}`);
    return sendRequest(this.#bound.bus, question, requested);
  };

  /** Guards actions of accounts whose address is not verified. */
  access = new AccountAccess((question, requested) => this.request(question, requested));

  /** Signals a change to live subscribers; call it from `tx.afterCommit`. */
  publishSignal = (topic: string, signal: ChangeSignal): void =>
    this.#bound.bus.publishSignal(topic, signal);

  /** Encrypts a string for storage or transport; `decrypt` needs the same `purpose`. */
  encrypt = (text: string, purpose: string): string =>
    encrypt(text, purpose, this.#bound.keyring.current);

  decrypt = (sealed: string, purpose: string): string =>
    decrypt(sealed, purpose, this.#bound.keyring);

  get log(): Log {
    this.#quiet ??= createLog(this.name, 'silent');
    return this.#binding?.log ?? this.#quiet;
  }

  get publicUrl(): string {
    return this.#bound.publicUrl;
  }

  get rateLimits(): boolean {
    return this.#bound.rateLimits;
  }

  get keyring(): Keyring {
    return this.#bound.keyring;
  }
}

/** Creates the one context of a service in a module that all others import: `export const { commit, defineModel } = …`. */
export function createServiceContext(name: string, upgrade?: DataUpgrade): ServiceContext {
  return new ServiceContext(name, upgrade);
}
