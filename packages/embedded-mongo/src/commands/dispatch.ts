/** Finds a command, checks its general fields, gives it its session and transaction, and makes errors replies. */
import type { Document } from '../bson/values.ts';
import { isTruthy } from '../bson/values.ts';
import { withEffort } from '../effort.ts';
import { errorReply, fault, MongoFault, notImplemented, transient } from '../errors.ts';
import { checkDatabase } from '../store/catalog.ts';
import { aggregateCommands } from './aggregate.ts';
import { checkApi, checkReadConcern, checkWriteConcern, concernError } from './concerns.ts';
import { definitionCommands } from './definition.ts';
import { explainCommands } from './explain.ts';
import { findAndModifyFields } from './find-and-modify.ts';
import { handshakeCommands } from './handshake.ts';
import { indexCommands } from './indexes.ts';
import { readCommands } from './read.ts';
import type { Command, CommandTable, Engine, Peer, Reply, Request } from './request.ts';
import { refuseSecondary, timeLimitMs } from './request.ts';
import { sessionCommands, sessionKey, transactionNumber } from './session.ts';
import { writeCommands } from './write.ts';

const commands: CommandTable = {
  ...aggregateCommands,
  ...definitionCommands,
  ...explainCommands,
  ...findAndModifyFields,
  ...handshakeCommands,
  ...indexCommands,
  ...readCommands,
  ...sessionCommands,
  ...writeCommands,
};

/** Commands of the real server that this engine leaves out, refused by name. */
const leftOut = new Set(
  (
    'authenticate bulkWrite saslStart saslContinue logout createUser dropUser updateUser usersInfo ' +
    'connPoolStats getCmdLineOpts getDefaultRWConcern setDefaultRWConcern getClusterParameter ' +
    'setClusterParameter replSetStepDown replSetReconfig updateRole dropRole ' +
    'grantPrivilegesToRole killAllSessionsByPattern planCacheListFilters ' +
    'createRole grantRolesToUser rolesInfo mapReduce eval geoNear geoSearch convertToCapped ' +
    'cloneCollectionAsCapped compact validate collStats dbStats top currentOp killOp fsync ' +
    'reIndex applyOps dbHash dataSize hostInfo setParameter setFeatureCompatibilityVersion ' +
    'createSearchIndexes listSearchIndexes killAllSessions profile shutdown planCacheClear ' +
    'replSetInitiate replSetGetConfig listCommands filemd5 abortReshardCollection ' +
    'validateDBMetadata planCacheSetFilter planCacheClearFilters setQuerySettings removeQuerySettings'
  ).split(' '),
);

/** Fields that any command may carry. */
const general = new Set([
  '$db',
  '$clusterTime',
  '$readPreference',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
]);

function findCommand(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  if (leftOut.has(name)) throw notImplemented(`The command ${name}`);
  throw fault(59, `no such command: '${name}'`);
}

function checkFields(name: string, command: Command, body: Document): void {
  for (const field in body) {
    if (command.anyField || field === name || general.has(field) || command.fields.includes(field))
      continue;
    if (command.leftOut?.includes(field)) {
      if (isTruthy(body[field])) throw notImplemented(`${name} with ${field}`);
      continue;
    }
    throw fault(40415, `BSON field '${name}.${field}' is an unknown field.`);
  }
}

/** The databases of the server itself take no part in transactions, config but for reads. */
function isInternalWrite({ database }: Request, command: Command): boolean {
  if (database === 'config') return command.writes === true;
  return database === 'admin' || database === 'local';
}

function joinTransaction(request: Request, command: Command): void {
  const { body, engine, peer, name } = request;
  if (body.lsid !== undefined) request.session = sessionKey(body.lsid);
  if (body.txnNumber === undefined) {
    for (const field of ['autocommit', 'startTransaction'])
      if (body[field] !== undefined)
        throw fault(72, `'${field}' field requires a transaction number to also be specified`);
    return;
  }
  const { session } = request;
  if (session === undefined)
    throw fault(72, 'Transaction number requires a session ID to also be specified');
  const number = transactionNumber(body.txnNumber);
  if (body.autocommit === undefined) {
    if (body.startTransaction !== undefined)
      throw fault(72, "'startTransaction' field requires 'autocommit' field to also be specified");
    if (!command.retryable)
      throw fault(
        50768,
        `txnNumber may only be provided for multi-document transactions and retryable write commands. autocommit:false was not provided, and ${name} is not a retryable write command.`,
      );
    request.retry = { session, number };
    return;
  }
  if (body.autocommit !== false) throw fault(72, 'Specifying autocommit=true is not allowed.');
  if (body.startTransaction !== undefined && body.startTransaction !== true)
    throw fault(72, 'Specifying startTransaction=false is not allowed.');
  if (name === 'commitTransaction' || name === 'abortTransaction') {
    if (body.$db === 'admin') return;
    throw fault(13, `${name} may only be run against the admin database.`);
  }
  if (isInternalWrite(request, command))
    throw fault(
      263,
      `Cannot run '${name}' against the '${request.database}' database in a transaction.`,
    );
  const id = { session, number, peer: peer.id };
  request.transaction = isTruthy(body.startTransaction)
    ? engine.sessions.begin(id)
    : engine.sessions.current(id);
  if (!command.inTransaction)
    throw fault(263, `Cannot run '${name}' in a multi-document transaction.`);
  if (body.writeConcern !== undefined)
    throw fault(72, 'writeConcern is not allowed within a multi-statement transaction');
}

/** The reply of a write that went through before, when this is its repeat. */
function repeated({ retry, engine }: Request): Document | undefined {
  if (!retry) return undefined;
  const last = engine.store.retries.last(retry.session);
  if (!last || last.number < retry.number) return undefined;
  if (last.number === retry.number && last.reply.committed !== true) return last.reply;
  throw fault(
    225,
    `Retryable write with txnNumber ${retry.number} is prohibited on session because a newer retryable write with txnNumber ${last.number} has already started on this session.`,
  );
}

function failed(request: Request, error: unknown): Reply {
  const { transaction, session, engine } = request;
  engine.tally.fail(request.name);
  if (transaction && session !== undefined) {
    engine.sessions.abortQuietly(session);
    if (error instanceof MongoFault && error.code === 112 && !error.labels.includes(transient))
      error.labels.push(transient);
  }
  return errorReply(error);
}

function execute(request: Request): Reply | Promise<Reply> {
  const { name, body } = request;
  const command = findCommand(name);
  request.engine.tally.begin(name);
  request.database = checkDatabase(body.$db);
  checkFields(name, command, body);
  if (command.writes) refuseSecondary(request);
  checkApi(body);
  joinTransaction(request, command);
  checkWriteConcern(request, command);
  checkReadConcern(request, command);
  const earlier = repeated(request);
  return earlier ?? command.run(request);
}

/** Runs a command to its reply; never throws. */
export function dispatch(engine: Engine, peer: Peer, body: Document): Reply | Promise<Reply> {
  const [name = ''] = Object.keys(body);
  const request: Request = {
    engine,
    peer,
    name,
    body,
    database: '',
    session: undefined,
    transaction: undefined,
    retry: undefined,
  };
  const writeConcernError = concernError(body.writeConcern);
  const finish = (reply: Reply): Reply =>
    writeConcernError ? { ...reply, writeConcernError } : reply;
  try {
    const limit = timeLimitMs(body);
    const reply = withEffort(limit, () => execute(request));
    if (!(reply instanceof Promise)) return finish(reply);
    return reply.then(finish).catch((error) => failed(request, error));
  } catch (error) {
    return failed(request, error);
  }
}
