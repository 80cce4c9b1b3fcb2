/** The product and the outside world together, as a journey sees them; the same whatever runs below. */

import { randomBytes } from 'node:crypto';
import { Person } from '../../../scripts/demo/person.ts';
import { SandboxClient } from '../../../scripts/demo/sandbox-client.ts';
import { copyLoans } from './copy-loans.ts';
import type { Store } from './mint-token.ts';
import { mintToken } from './mint-token.ts';
import type { ServiceProcess } from './service-process.ts';

export interface EnvironmentProcesses {
  /** The public door. */
  url: string;
  /** Of every gateway, where there are several. */
  gatewayUrls?: string[];
  sandboxUrl: string;
  /** Internal doors, by name of the service. */
  serviceUrls: Record<string, string>;
  store: Store;
  processes: ServiceProcess[];
  /** Stands in every address, where others may have lived before. */
  tag?: string;
  /** After all processes have stopped. */
  clean(): void;
}

export class TestEnvironment {
  readonly url: string;
  readonly sandbox: SandboxClient;
  /** Whether journeys assert elapsed time: only in heavy tests, which do not share the machine with other tests. */
  hasTimeLimits = false;
  readonly #running: EnvironmentProcesses;
  #people = 0;

  constructor(running: EnvironmentProcesses) {
    this.#running = running;
    this.url = running.url;
    this.sandbox = new SandboxClient(running.sandboxUrl);
  }

  get store(): Readonly<Store> {
    return this.#running.store;
  }

  /** The public door of each gateway. */
  get doors(): readonly string[] {
    return this.#running.gatewayUrls ?? [this.url];
  }

  get processes(): readonly ServiceProcess[] {
    return this.#running.processes;
  }

  /** Somebody who has just registered; the address is nobody else's. */
  newPerson(name: string): Promise<Person> {
    return new Person(this.url, { name, ...this.#newAccount(name) }).register();
  }

  #newAccount(name: string): { email: string; password: string } {
    this.#people += 1;
    const slug = name.toLowerCase().replace(/[^a-z]+/g, '.');
    return {
      email: `${slug}.${this.#running.tag ?? ''}${this.#people}@flows.example`,
      password: 'a long enough secret',
    };
  }

  /** A domain name that no other journey uses. */
  newDomainName(suffix = 'com'): string {
    return `flow-${randomBytes(5).toString('hex')}.${suffix}`;
  }

  /** Grants or revokes the operator flag, as the command line does, by identity's internal door. */
  async setOperator(person: Person, operator = true): Promise<void> {
    const command = operator ? 'grant' : 'revoke';
    await this.callService('identity', '/operator', { command, email: person.email });
  }

  /** A token of this person's session that ends in so many seconds; negative: has ended. */
  mint(person: Person, lifeSeconds: number): Promise<string> {
    return mintToken(this.#running.store, person.token ?? '', lifeSeconds);
  }

  /** Copies of a loan with these fields changed, one for each. */
  copyLoans(loanId: string, changes: readonly Record<string, unknown>[]): Promise<void> {
    return copyLoans(this.#running.store, loanId, changes);
  }

  /** What payments says of its whole ledger. */
  checkLedger(): Promise<{ sumCents: number; entries: number; mismatches: unknown[] }> {
    return this.callService('payments', '/ledger/check');
  }

  /** A call at an internal door. Throws when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows the answer's shape
  async callService(part: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(`${this.#running.serviceUrls[part]}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-nameloan-secret': this.#running.store.internalSecret,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${part} ${path}: ${response.status}`);
    return response.json();
  }

  /** What parts that start from now on are told; those that run keep what they know. */
  setSecrets(current: string, also?: string): void {
    this.#running.store.internalSecret = current;
    this.#running.store.internalSecretAlso = also;
  }

  get secret(): string {
    return this.#running.store.internalSecret;
  }

  /** kill -9. */
  killProcess(name: string): Promise<void> {
    return this.#part(name).kill();
  }

  /** SIGTERM, until it has ended. */
  stopProcess(name: string): Promise<void> {
    return this.#part(name).stop();
  }

  /** Starts again what has ended. */
  async startProcess(name: string): Promise<void> {
    await this.#part(name).start();
  }

  async restartProcess(name: string): Promise<void> {
    const part = this.#part(name);
    await part.kill();
    await part.start();
  }

  #part(name: string): ServiceProcess {
    const found = this.processes.find((one) => one.name === name);
    if (!found) throw new Error(`no process ${name}`);
    return found;
  }

  /** The last started first; everything is gone afterwards, also when something refuses to stop. */
  async stop(): Promise<void> {
    await stopAll(this.#running.processes);
    this.#running.clean();
  }
}

export async function stopAll(parts: ServiceProcess[]): Promise<void> {
  for (const part of [...parts].reverse()) await part.stop().catch(() => undefined);
}

/** What a journey gets: the environment that runs by the time its tests do. */
export type GetEnvironment = () => TestEnvironment;
