/** The platform's registrar connections: opens one per account and finds the one that holds a domain. */

import { exposeMetric } from '@nameloan/persistence/gauges';
import type { Job } from '@nameloan/persistence/jobs';
import { recurringKey } from '@nameloan/persistence/jobs';
import { connectionSettings, settings } from './config.ts';
import { domains } from './domain/domain.model.ts';
import type { Domain } from './domain/domain.ts';
import { domainStatuses, inCustody } from './domain/domain.ts';
import { accessAlert, creditAlert, setAlert, stateAlert } from './operator-alerts.ts';
import { connectEpp } from './registrar/epp/connect-epp.ts';
import { rfcProfile } from './registrar/epp/profile.ts';
import { connectNamecom } from './registrar/namecom/connect-namecom.ts';
import { budgetRows, SharedBudget } from './registrar/namecom/request-budget.ts';
import type { Registrar } from './registrar/registrar.ts';
import { EppUnavailableError } from './registrar/registrar-errors.ts';
import type {
  ConnectionSettings,
  EppSettings,
  NamecomSettings,
} from './registrar/registrar-file.ts';
import { defaultConnectionId, findConnectionId } from './registrar/registrar-file.ts';
import { SharedSlots, sessionRows } from './registrar/session-slots.ts';
import { serviceContext } from './service-context.ts';
import { allSuffixes } from './suffix/suffixes.ts';

serviceContext.store.defineRows(sessionRows, []);
serviceContext.store.defineRows(budgetRows, []);

exposeMetric(
  {
    name: 'nameloan_registrar_available',
    help: 'Whether the last attempt to reach the registrar succeeded, by connection: 1 or 0',
    labels: ['connection'],
    read: async (_, set) => {
      for (const [connection, registrar] of open)
        set(registrar.isAvailable() ? 1 : 0, { connection });
    },
  },
  serviceContext.store,
);

const open = new Map<string, Registrar>();

/** What decides which connection a domain has. */
export type ConnectedName = Pick<
  Domain,
  'name' | 'suffix' | 'status' | 'transferIn' | 'connectionId'
>;

/**
 * The connection that holds the domain or is transferring it in, even if the file has since mapped its suffix to
 * another one; for other domains the one of the suffix. Records of earlier versions have none and mean `default`.
 */
export function connectionIdOf(domain: ConnectedName): string {
  const { connectionId, transferIn, suffix } = domain;
  if (connectionId) return connectionId;
  if (transferIn || inCustody(domain)) return defaultConnectionId;
  return findConnectionId(connectionSettings(), suffix) ?? defaultConnectionId;
}

/** A connection that the file does not contain behaves like one that is down. */
export function registrarOf(domain: ConnectedName): Registrar {
  const id = connectionIdOf(domain);
  return open.get(id) ?? missingRegistrar(id);
}

/** All connections, that of the suffix first. */
export function registrarsFor(suffix: string): Registrar[] {
  const id = findConnectionId(connectionSettings(), suffix);
  return [...open.values()].sort((one, other) => Number(other.id === id) - Number(one.id === id));
}

/** The key of a connection's recurring jobs; the default one has the key that earlier versions use. */
export function jobKeyOf(connectionId: string): string {
  return connectionId === defaultConnectionId ? recurringKey : connectionId;
}

/** The id of the connection of a recurring job. */
export const connectionIdOfJob = ({ key }: Pick<Job, 'key'>) =>
  key === recurringKey ? defaultConnectionId : key;

/**
 * The connection of a recurring job; undefined when the file does not contain it. Its job must stay then: a replica
 * that started later may have a file that does.
 */
export function registrarOfJob(job: Pick<Job, 'key'>): Registrar | undefined {
  const id = connectionIdOfJob(job);
  const isConfigured = connectionSettings().some((one) => one.id === id);
  // While the service stops, the job must stay for the other replicas.
  return isConfigured ? (open.get(id) ?? missingRegistrar(id)) : undefined;
}

/** Restricts a query to the domains that the connection holds. */
export function heldBy({ id }: Registrar) {
  return { connectionId: id === defaultConnectionId ? { $in: [id, null] } : id };
}

/**
 * Connections open on demand and reopen after a failure, so the service starts without them. Throws when a suffix has
 * no connection, a connection has an unknown suffix, or a name in custody has a suffix that the suffix file lacks.
 */
export async function openRegistrars(): Promise<void> {
  assertSuffixes();
  await assertHeldSuffixes();
  for (const each of connectionSettings()) {
    open.set(each.id, connect(each));
    if (each.id === defaultConnectionId) continue;
    // The default connection's jobs are scheduled with the service's other recurring jobs.
    for (const kind of ['poll-registry', 'watch-custody'])
      await serviceContext.store.jobs.schedule({ kind, key: jobKeyOf(each.id) });
  }
  await reportMissingConnections();
}

const inCustodyFilter = () => ({
  active: true,
  status: { $in: domainStatuses.filter((status) => inCustody({ status })) },
});

/** Without a row a name could not be renewed, and its registration would end. */
async function assertHeldSuffixes(): Promise<void> {
  const known = allSuffixes().map(({ suffix }) => suffix);
  const held = await domains.findOne({ ...inCustodyFilter(), suffix: { $nin: known } });
  if (!held) return;
  throw new Error(`The suffix file lacks .${held.suffix}, and ${held.name} is in custody.`);
}

/** A name whose connection left the file is not lost, but nothing happens to it. */
async function reportMissingConnections(): Promise<void> {
  const ids: (string | null)[] = [...open.keys()];
  const known = open.has(defaultConnectionId) ? [...ids, null] : ids;
  const held = await domains.findOne({ ...inCustodyFilter(), connectionId: { $nin: known } });
  if (!held) return;
  const fields = { name: held.name, connection: connectionIdOf(held) };
  serviceContext.log.error(fields, 'a name is held by a registrar connection that is not set up');
}

function assertSuffixes(): void {
  const known = new Set(allSuffixes().map(({ suffix }) => suffix));
  const errors = [...known]
    .filter((suffix) => findConnectionId(connectionSettings(), suffix) === undefined)
    .map((suffix) => `no connection has .${suffix}`);
  for (const { id, suffixes } of connectionSettings())
    for (const suffix of suffixes === '*' ? [] : suffixes)
      if (!known.has(suffix)) errors.push(`${id} has .${suffix}, which the suffix file lacks`);
  if (errors.length > 0) throw new Error(`REGISTRARS_FILE is invalid: ${errors.join('; ')}.`);
}

function connect(each: ConnectionSettings): Registrar {
  return each.kind === 'epp' ? connectToEpp(each) : connectToNamecom(each);
}

/** An HTTP response may take longer than one of EPP. */
const httpTimeoutMs = 20_000;

function connectToNamecom(each: NamecomSettings): Registrar {
  const { id, url, username, password: token, capabilities } = each;
  return connectNamecom({
    ...{ id, url, username, token, capabilities, webhookUrl: each.webhookUrl },
    timeoutMs: each.timeoutMs ?? httpTimeoutMs,
    budget: new SharedBudget(serviceContext.store.connection, id),
    alerts: {
      creditExhausted: (is) => setAlert(is, creditAlert(id)),
      accessDenied: (attempt, is) => setAlert(is, accessAlert(id, attempt)),
      unknownState: (name, state) => setAlert(true, stateAlert(id, { name, state })),
    },
  });
}

function connectToEpp(each: EppSettings): Registrar {
  const { id, sessions } = each;
  const { connection } = serviceContext.store;
  return connectEpp({
    ...each,
    timeoutMs: each.timeoutMs ?? settings.value.EPP_TIMEOUT_MS,
    slots: sessions ? new SharedSlots(connection, sessions, slotPrefix(id)) : undefined,
    log: (line) => serviceContext.log.debug({ ...line, connection: id }, 'epp'),
  });
}

/** The default connection keeps the rows of earlier versions. */
const slotPrefix = (id: string) => (id === defaultConnectionId ? '' : `${id}/`);

export async function closeRegistrars(): Promise<void> {
  const closing = [...open.values()].map((registrar) => registrar.close());
  open.clear();
  await Promise.allSettled(closing);
}

function missingRegistrar(id: string): Registrar {
  const reject = () =>
    Promise.reject(
      new EppUnavailableError('CLOSED', `The registrar connection ${id} is not open.`),
    );
  return {
    id,
    isAvailable: () => false,
    capabilities: rfcProfile.capabilities,
    check: reject,
    info: reject,
    transferRequest: reject,
    transferQuery: reject,
    transferCancel: reject,
    transferReject: reject,
    update: reject,
    renew: reject,
    hostCheck: reject,
    hostCreate: reject,
    poll: reject,
    ack: reject,
    close: () => Promise.resolve(),
  };
}
