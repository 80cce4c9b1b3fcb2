/** What a driver asks about the server itself. */
import type { Document } from '../bson/values.ts';
import { isTruthy } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { Command, CommandTable, Engine, Request } from './request.ts';
import { stringOption } from './request.ts';

/** The server version whose behaviour this engine follows, and its wire version. */
const version = '7.0.0';
const wireVersion = 21;
export const maxMessageBytes = 48_000_000;
const maxDocumentBytes = 16 * 1024 * 1024;

/**
 * A driver that must read from a secondary waits half a minute for one, so the set has one:
 * another port of this same server.
 */
function hostsOf({ port, secondaryPort }: Engine): [string, string] {
  return [`127.0.0.1:${port}`, `127.0.0.1:${secondaryPort}`];
}

function hello({ engine, name, peer, body }: Request): Document {
  if (body.saslSupportedMechs !== undefined || body.speculativeAuthenticate !== undefined)
    throw fault(18, 'Authentication is not supported by the embedded engine');
  const hosts = hostsOf(engine);
  const [primary, second] = hosts;
  return {
    helloOk: true,
    [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: !peer.secondary,
    setName: engine.setName,
    setVersion: 1,
    secondary: peer.secondary,
    primary,
    me: peer.secondary ? second : primary,
    hosts,
    maxBsonObjectSize: maxDocumentBytes,
    maxMessageSizeBytes: maxMessageBytes,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: peer.id,
    minWireVersion: 0,
    maxWireVersion: wireVersion,
    readOnly: peer.secondary,
    ok: 1,
  };
}

function buildInfo(): Document {
  const versionArray = version.split('.').map(Number);
  return {
    version: version,
    gitVersion: 'embedded',
    modules: ['embedded'],
    versionArray: [...versionArray, 0],
    bits: 64,
    debug: false,
    maxBsonObjectSize: maxDocumentBytes,
    storageEngines: ['embedded'],
    ok: 1,
  };
}

function serverStatus({ engine }: Request): Document {
  const seconds = Math.floor((Date.now() - engine.startedAt) / 1000);
  return {
    host: `127.0.0.1:${engine.port}`,
    version: version,
    process: 'embedded-mongo',
    pid: process.pid,
    uptime: seconds,
    localTime: new Date(),
    repl: { setName: engine.setName, isWritablePrimary: true, secondary: false },
    storageEngine: { name: 'embedded', persistent: engine.store.journalBytes > 0 },
    transactions: { currentOpen: engine.store.open.size },
    metrics: { commands: engine.tally.show(), cursor: { open: { total: engine.cursors.size } } },
    ok: 1,
  };
}

const parameters: Document = {
  featureCompatibilityVersion: { version: '7.0' },
  transactionLifetimeLimitSeconds: 60,
  logicalSessionTimeoutMinutes: 30,
};

function getParameter({ body }: Request): Document {
  if (body.getParameter === '*') return { ...parameters, ok: 1 };
  const known = Object.keys(body).filter((name) => name in parameters && isTruthy(body[name]));
  if (known.length === 0) throw fault(72, 'no option found to get');
  return { ...Object.fromEntries(known.map((name) => [name, parameters[name] ?? null])), ok: 1 };
}

function connectionStatus(): Document {
  return { authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 };
}

const helloAnswer: Command = {
  fields: [
    'helloOk',
    'client',
    'compression',
    'loadBalanced',
    'saslSupportedMechs',
    'speculativeAuthenticate',
    'topologyVersion',
    'maxAwaitTimeMS',
    'hostInfo',
    'internalClient',
    'backpressure',
  ],
  run: hello,
};

function getLog({ body }: Request): Document {
  const name = stringOption(body, 'getLog');
  const names = ['global', 'startupWarnings'];
  if (name === '*') return { names, ok: 1 };
  if (!names.includes(name)) throw fault(96, `No log named '${name}'`);
  return { totalLinesWritten: 0, log: [], ok: 1 };
}

function replSetGetStatus({ engine, peer }: Request): Document {
  const members = hostsOf(engine).map((name, _id): Document => {
    const [state, stateStr] = _id === 0 ? [1, 'PRIMARY'] : [2, 'SECONDARY'];
    const self = peer.secondary === (_id === 1);
    return { _id, name, health: 1, state, stateStr, ...(self ? { self } : {}) };
  });
  return { set: engine.setName, myState: peer.secondary ? 2 : 1, members, ok: 1 };
}

export const handshakeCommands: CommandTable = {
  hello: helloAnswer,
  isMaster: helloAnswer,
  ismaster: helloAnswer,
  ping: { fields: [], run: () => ({ ok: 1 }) },
  buildInfo: { fields: [], run: buildInfo },
  buildinfo: { fields: [], run: buildInfo },
  serverStatus: {
    fields: [...'repl metrics locks tcmalloc wiredTiger'.split(' ')],
    run: serverStatus,
  },
  getParameter: { fields: [], anyField: true, run: getParameter },
  connectionStatus: { fields: ['showPrivileges'], run: connectionStatus },
  getLog: { fields: [], run: getLog },
  replSetGetStatus: { fields: [], run: replSetGetStatus },
  whatsmyuri: { fields: [], run: ({ peer }) => ({ you: peer.address, ok: 1 }) },
};
