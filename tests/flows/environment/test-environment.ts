/** The product and the sandbox as a journey uses them, independent of how they were started. */

import { randomBytes } from 'node:crypto';
import { Person } from '@nameloan/driver/person';
import { SandboxClient } from '@nameloan/driver/sandbox-client';
import { verifyAddress } from '@nameloan/driver/verify-address';
import { copyLoans } from './copy-loans.ts';
import type { Store } from './mint-token.ts';
import { mintToken } from './mint-token.ts';
import type { ServiceProcess } from './service-process.ts';

export interface RunningProduct {
  /** The public URL. */
  url: string;
  /** URLs of all gateways if there are several. */
  gatewayUrls?: string[];
  sandboxUrl: string;
  /** Internal URLs by service. */
  serviceUrls: Record<string, string>;
  store: Store;
  processes: ServiceProcess[];
  /** Whether the processes log at every level. */
  logsEverything?: boolean;
  /** Part of every e-mail address, for a product that other runs may have used. */
  tag?: string;
  /** Called after all processes have stopped. */
  clean(): void;
}

export class TestEnvironment {
  readonly url: string;
  readonly sandbox: SandboxClient;
  /** Whether journeys assert elapsed time: only in heavy tests, which do not share the machine with other tests. */
  hasTimeLimits = false;
  readonly #product: RunningProduct;
  #accountCount = 0;

  constructor(product: RunningProduct) {
    this.#product = product;
    this.url = product.url;
    this.sandbox = new SandboxClient(product.sandboxUrl);
  }

  get store(): Readonly<Store> {
    return this.#product.store;
  }

  /** The public URL of each gateway. */
  get gatewayUrls(): readonly string[] {
    return this.#product.gatewayUrls ?? [this.url];
  }

  /** Whether its logs show what any level would reveal. */
  get logsEverything(): boolean {
    return this.#product.logsEverything ?? false;
  }

  get processes(): readonly ServiceProcess[] {
    return this.#product.processes;
  }

  /** Registers an account with a unique, verified e-mail address. */
  async newPerson(name: string): Promise<Person> {
    const person = await new Person(this.url, { name, ...this.#newAccount(name) }).register();
    return verifyAddress(person, this.sandbox);
  }

  /** Registers an account that becomes an operator, with a unique name: no name may equal an operator's. */
  newOperator(): Promise<Person> {
    const letters = randomBytes(6)
      .toString('hex')
      .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
    return this.newPerson(`Olga O${letters}`);
  }

  #newAccount(name: string): { email: string; password: string } {
    this.#accountCount += 1;
    const slug = name.toLowerCase().replace(/[^a-z]+/g, '.');
    return {
      email: `${slug}.${this.#product.tag ?? ''}${this.#accountCount}@flows.example`,
      password: 'a long enough secret',
    };
  }

  /** A domain name that no other journey uses. */
  newDomainName(suffix = 'com'): string {
    return `flow-${randomBytes(5).toString('hex')}.${suffix}`;
  }

  /** Grants or revokes the operator flag through identity's internal endpoint, like the command line. */
  async setOperator(person: Person, operator = true): Promise<void> {
    const command = operator ? 'grant' : 'revoke';
    await this.callService('identity', '/operator', { command, email: person.email });
  }

  /** Creates a token of this person's session that expires in `lifeSeconds`; negative for an expired one. */
  mint(person: Person, lifeSeconds: number): Promise<string> {
    return mintToken(this.#product.store, person.token ?? '', lifeSeconds);
  }

  /** Creates one copy of a loan for each set of changed fields. */
  copyLoans(loanId: string, changes: readonly Record<string, unknown>[]): Promise<void> {
    return copyLoans(this.#product.store, loanId, changes);
  }

  /** Reads payments' check of the whole ledger. */
  checkLedger(): Promise<{ sumCents: number; entries: number; mismatches: unknown[] }> {
    return this.callService('payments', '/ledger/check');
  }

  /** Calls a service's internal endpoint. Throws if the call is rejected. */
  // biome-ignore lint/suspicious/noExplicitAny: responses are read without types
  async callService(service: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(`${this.#product.serviceUrls[service]}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-nameloan-secret': this.#product.store.internalSecret,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${service} ${path}: ${response.status}`);
    return response.json();
  }

  /** Sets the secrets for processes that start from now on; running ones keep theirs. */
  setSecrets(current: string, also?: string): void {
    this.#product.store.internalSecret = current;
    this.#product.store.internalSecretAlso = also;
  }

  get secret(): string {
    return this.#product.store.internalSecret;
  }

  /** Kills the process with SIGKILL. */
  killProcess(name: string): Promise<void> {
    return this.#findProcess(name).kill();
  }

  /** Sends SIGTERM and waits until the process has exited. */
  stopProcess(name: string): Promise<void> {
    return this.#findProcess(name).stop();
  }

  /** Starts a process that has exited. */
  async startProcess(name: string): Promise<void> {
    await this.#findProcess(name).start();
  }

  async restartProcess(name: string): Promise<void> {
    const process = this.#findProcess(name);
    await process.kill();
    await process.start();
  }

  #findProcess(name: string): ServiceProcess {
    const found = this.processes.find((one) => one.name === name);
    if (!found) throw new Error(`no process ${name}`);
    return found;
  }

  /** Stops the processes in reverse order and cleans up, even if a process fails to stop. */
  async stop(): Promise<void> {
    await stopAll(this.#product.processes);
    this.#product.clean();
  }
}

export async function stopAll(processes: ServiceProcess[]): Promise<void> {
  for (const process of [...processes].reverse()) await process.stop().catch(() => undefined);
}

/** Journeys define their tests before the product has started, so they get a function. */
export type GetEnvironment = () => TestEnvironment;
