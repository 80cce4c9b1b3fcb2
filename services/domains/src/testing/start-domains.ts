/** Starts the domains service with the sandbox and a fake payments service for tests. */

import assert from 'node:assert/strict';
import type { Event, Subject } from '@nameloan/contracts/events';
import { clockOffsetMs, moveClock, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { EppAccount, RunningSandbox } from '@nameloan/sandbox/server';
import { startSandbox } from '@nameloan/sandbox/server';
import type { TestResult, TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import type { ProfileName } from '../registrar/epp/profile.ts';
import { domainsService } from '../service.ts';
import type { TestIdentity } from './fake-identity.ts';
import { fakeIdentity } from './fake-identity.ts';
import type { FaultyConnection } from './faulty-connection.ts';
import { startFaultyConnection } from './faulty-connection.ts';
import { connectionRow, registrarFile } from './registrar-settings.ts';

/** The fake payments service: its state and how it responds. */
export interface TestPayments {
  /** Status by hold id. */
  holds: Map<string, 'HELD' | 'CAPTURED' | 'RELEASED'>;
  /** Requested holds in order, without repetitions. */
  requestedHolds: { holdId: string; accountId: string; amountCents: number; kind: string }[];
  /** Every account's balance; null: unlimited. */
  balanceCents: number | null;
  /** True: requests fail with UNAVAILABLE. */
  down: boolean;
  /** True: requests fail with INTERNAL. */
  broken: boolean;
  /** Awaited before each reply to a hold. */
  before: (() => Promise<void>) | undefined;
}

export interface TestDomains extends TestService {
  sandbox: RunningSandbox;
  /** The connection to the registry. */
  registryConnection: FaultyConnection;
  payments: TestPayments;
  identity: TestIdentity;
  /** Calls the sandbox's control API. */
  control(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Sets the TXT records of a name. */
  txt(name: string, values: string[]): Promise<void>;
  record(id: string): Promise<Domain>;
  /** Moves the business time of service and sandbox, and runs due work. */
  advance(ms: number): Promise<void>;
  /** Events of one subject about one domain so far. */
  eventsOf(subject: Subject, domainId: string): Event[];
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const minimalFields = 'id name status';

export async function startDomains({
  environment = {},
  sandbox: given,
  profile = 'rfc',
}: {
  environment?: Record<string, string>;
  sandbox?: RunningSandbox;
  /** The registry, or the gateway of its reseller. */
  profile?: ProfileName;
} = {}): Promise<TestDomains> {
  const sandbox = given ?? (await startSandbox());
  const account = profile === 'rfc' ? sandbox.epp : sandbox.reseller;
  const registryConnection = await startFaultyConnection(account);
  const service = await startTestService(domainsService, {
    ...sandboxSettings(sandbox),
    EPP_PORT: String(registryConnection.port),
    APPRAISER: 'built-in',
    ...(profile === 'rfc' ? {} : resellerSettings(account, registryConnection.port)),
    ...environment,
  });
  const payments = await fakePayments(service);
  const identity = await fakeIdentity(service);
  const stopService = service.stop;
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${sandbox.controlUrl}${path}`, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return answer.json() as Promise<Record<string, unknown>>;
  };
  return Object.assign(service, {
    sandbox,
    registryConnection,
    payments,
    identity,
    control,
    txt: async (name: string, values: string[]) => {
      await control('PUT', `/dns/${name}`, { txt: values });
    },
    record: (id: string) => domains.get(id),
    advance: async (ms: number) => {
      const seconds = Math.ceil(ms / 1000);
      const advance = seconds < 600_000 ? `${seconds}s` : `${Math.ceil(seconds / 60)}m`;
      await control('POST', '/clock', { advance });
      moveClock(clockOffsetMs() + ms);
      await service.settle();
    },
    eventsOf: (subject: Subject, domainId: string) =>
      service.publishedEvents.filter(
        (fact) =>
          fact.subject === subject && 'domainId' in fact.data && fact.data.domainId === domainId,
      ),
    stop: async () => {
      await stopService();
      await registryConnection.close();
      await sandbox.close();
      resetClock();
    },
  });
}

/** Settings that point the service at the sandbox. */
function sandboxSettings(sandbox: RunningSandbox): Record<string, string> {
  return {
    DNS_RESOLVERS: `${sandbox.dns.host}:${sandbox.dns.port}`,
    DNS_PARENT_SERVERS: `${sandbox.dns.host}:${sandbox.dns.port}`,
    DNS_ZONE_SERVERS: `${sandbox.dns.host}:${sandbox.dns.port}`,
    DNS_TIMEOUT_MS: '1500',
    PROOF_HOST: 'proof.nameloan.example',
    EPP_HOST: sandbox.epp.host,
    EPP_PORT: String(sandbox.epp.port),
    EPP_CA: sandbox.epp.caPem,
    EPP_SERVERNAME: 'localhost',
    EPP_CLIENT_ID: sandbox.epp.clientId,
    EPP_PASSWORD: sandbox.epp.password,
    EPP_TIMEOUT_MS: '3000',
    EPP_POLL_MS: '400',
    RDAP_BOOTSTRAP_URL: sandbox.rdap.bootstrapUrl,
    RDAP_PLAIN_HTTP: 'on',
  };
}

function resellerSettings(account: EppAccount, port: number): Record<string, string> {
  const { path, write } = registrarFile();
  write([connectionRow('reseller', account, { port, suffixes: '*', profile: 'centralnic' })]);
  return { REGISTRARS_FILE: path, RESELLER_PASSWORD: account.password };
}

type RejectedReply = { ok: false; code: string; message: string };

async function fakePayments(service: TestService): Promise<TestPayments> {
  const payments: TestPayments = {
    holds: new Map(),
    requestedHolds: [],
    balanceCents: null,
    down: false,
    broken: false,
    before: undefined,
  };
  const { holds } = payments;
  const answer = (question: string, decide: (asked: never) => unknown) =>
    service.bus.handleRequests(question, async (asked) => {
      if (payments.down) return { ok: false, code: 'UNAVAILABLE', message: 'Payments is down.' };
      if (payments.broken) return { ok: false, code: 'INTERNAL', message: 'Something went wrong.' };
      if (question === 'payments.hold') await payments.before?.();
      return decide(asked as never);
    });
  const reject = (code: string, message: string): RejectedReply => ({ ok: false, code, message });
  await answer('payments.hold', (asked: TestPayments['requestedHolds'][number]) => {
    const known = holds.get(asked.holdId);
    if (known === 'RELEASED') return reject('CONFLICT', 'This hold was released.');
    if (known) return { ok: true, data: { status: known } };
    if (payments.balanceCents !== null && payments.balanceCents < asked.amountCents)
      return {
        ...reject('BALANCE_TOO_LOW', 'Your balance is too low.'),
        missingCents: asked.amountCents - payments.balanceCents,
      };
    holds.set(asked.holdId, 'HELD');
    payments.requestedHolds.push(asked);
    return { ok: true, data: { status: 'HELD' } };
  });
  await answer('payments.capture', ({ holdId }: { holdId: string }) => {
    if (holds.get(holdId) === 'RELEASED') return reject('CONFLICT', 'Released.');
    if (!holds.has(holdId)) return reject('NOT_FOUND', 'Unknown.');
    holds.set(holdId, 'CAPTURED');
    return { ok: true, data: { status: 'CAPTURED' } };
  });
  await answer('payments.release', ({ holdId }: { holdId: string }) => {
    if (holds.get(holdId) === 'CAPTURED') return reject('CONFLICT', 'Captured.');
    holds.set(holdId, 'RELEASED');
    return { ok: true, data: { status: 'RELEASED' } };
  });
  return payments;
}

/** Returns the answer's data and asserts that there is no error. */
export function expectData(answer: TestResult): TestResult['data'] {
  assert.equal(answer.message, undefined);
  return answer.data;
}

let names = 0;

/** A unique name for each test. */
export function freshName(suffix = 'com'): string {
  return `harbor-${newId().slice(-8)}-${++names}.${suffix}`;
}

export const call = (
  service: TestDomains,
  accountId: string,
  { field, id, more = '' }: { field: string; id: string; more?: string },
) =>
  service.as(accountId)(`mutation ($id: ID!) { ${field}(id: $id ${more}) { ${minimalFields} } }`, {
    id,
  });

/** Adds a name for an account; resolves to the record's id. */
export async function addTestDomain(
  service: TestDomains,
  accountId: string,
  name = freshName(),
): Promise<string> {
  const answer = await service.as(accountId)(
    'mutation ($name: String!) { addDomain(domain: $name) { id } }',
    { name },
  );
  return expectData(answer).addDomain.id;
}

/** Adds a name and verifies it. */
export async function addVerifiedDomain(
  service: TestDomains,
  accountId: string,
  name = freshName(),
): Promise<string> {
  const id = await addTestDomain(service, accountId, name);
  const { verificationRecord } = await service.record(id);
  await service.txt(`_nameloan-challenge.${name}`, [verificationRecord]);
  expectData(await call(service, accountId, { field: 'verifyDomain', id }));
  await service.event('domains.domain.verified', ({ domainId }) => domainId === id);
  return id;
}

export const transferIn = (
  service: TestDomains,
  accountId: string,
  { id, code, maxFee = null }: { id: string; code: string; maxFee?: number | null },
) =>
  service.as(accountId)(
    `mutation ($id: ID!, $code: String!, $maxFee: Cents) {
      transferIn(id: $id, transferCode: $code, maxFee: $maxFee) {
        id status pendingTransfer pendingTransferDirection charged
      }
    }`,
    { id, code, maxFee },
  );

export async function fetchAuthCode(service: TestDomains, name: string): Promise<string> {
  return (await service.control('GET', `/registry/domains/${name}`)).authCode as string;
}

/** Adds and verifies a name and starts its transfer in, optionally with a maximum fee in cents. */
export async function addTransferringDomain(
  service: TestDomains,
  accountId: string,
  ...[name = freshName(), maxFee]: [name?: string, maxFee?: number]
): Promise<string> {
  const id = await addVerifiedDomain(service, accountId, name);
  const code = await fetchAuthCode(service, name);
  expectData(await transferIn(service, accountId, { id, code, maxFee: maxFee ?? null }));
  return id;
}

/** Brings a domain into custody. */
export async function addDomainInCustody(
  service: TestDomains,
  accountId: string,
  ...[name = freshName(), maxFee]: [name?: string, maxFee?: number]
): Promise<string> {
  const id = await addTransferringDomain(service, accountId, name, maxFee);
  await service.control('POST', `/registry/domains/${name}/approve`);
  await service.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  return id;
}
