/** readConcern, writeConcern and the stable API: checked whole, although most of it changes nothing here. */

import { Timestamp } from 'bson';
import { kindOf } from '../bson/numbers.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument, isNumeric, isTruthy, typeName } from '../bson/values.ts';
import { roundedLong, truncatedLong } from '../bson/whole.ts';
import { fault, notImplemented } from '../errors.ts';
import type { Command, Request } from './request.ts';
import { wrongField } from './request.ts';

const readLevels = new Set(['local', 'majority', 'available', 'linearizable', 'snapshot']);
const provenances = new Set([
  'clientSupplied',
  'implicitDefault',
  'customDefault',
  'getLastErrorDefaults',
  'internalWriteDefault',
]);

function checkProvenance(owner: string, value: Value | undefined): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'string') throw wrongField(`${owner}.provenance`, value, "type 'string'");
  if (!provenances.has(value))
    throw fault(
      2,
      `Enumeration value '${value}' for field '${owner}.provenance' is not a valid value.`,
    );
}

/** A time of the cluster. Throws TypeMismatch (14), and InvalidOptions (72) for none. */
function checkTime(name: string, value: Value | undefined): Timestamp | undefined {
  if (value === undefined) return undefined;
  if (!(value instanceof Timestamp))
    throw wrongField(`readConcern.${name}`, value, "type 'timestamp'");
  if (value.t === 0 && value.i === 0) throw fault(72, `${name} cannot be a null timestamp`);
  return value;
}

const readFields = new Set(['level', 'afterClusterTime', 'atClusterTime', 'provenance']);
const internalReadFields = new Set([
  'afterOpTime',
  '$allowTransactionTableSnapshot',
  'waitLastStableRecoveryTimestamp',
]);

/** The level; undefined if none is named. */
function readLevel(concern: Document): string | undefined {
  for (const field in concern) {
    if (internalReadFields.has(field)) throw notImplemented(`readConcern with ${field}`);
    if (!readFields.has(field))
      throw fault(40415, `BSON field 'readConcern.${field}' is an unknown field.`);
  }
  checkProvenance('readConcern', concern.provenance);
  const { level } = concern;
  if (level !== undefined && level !== null && typeof level !== 'string')
    throw wrongField('readConcern.level', level, "type 'string'");
  if (typeof level === 'string' && !readLevels.has(level))
    throw fault(
      2,
      `Enumeration value '${level}' for field 'readConcern.level' is not a valid value.`,
    );
  const [after, at] = ['afterClusterTime', 'atClusterTime'].map((name) =>
    checkTime(name, concern[name]),
  );
  if (after && at) throw fault(72, 'afterClusterTime and atClusterTime exclude each other');
  if (after && (level === 'available' || level === 'linearizable'))
    throw fault(72, `afterClusterTime does not go with the level ${level}`);
  if (at && level !== 'snapshot')
    throw fault(72, 'atClusterTime field can be set only if level is equal to snapshot');
  if (at) throw notImplemented('readConcern with atClusterTime');
  return level ?? undefined;
}

export function checkReadConcern({ body, name }: Request, command: Command): void {
  const concern = body.readConcern;
  if (concern === undefined || concern === null) return;
  const inTransaction = body.autocommit === false;
  if (inTransaction && body.startTransaction === undefined)
    throw fault(72, 'Only the first command in a transaction may specify a readConcern');
  if (!isDocument(concern)) throw wrongField('readConcern', concern, "type 'object'");
  const level = readLevel(concern);
  if (level === undefined) return;
  if (command.writes && !inTransaction && level !== 'local')
    throw fault(72, `Command ${name} does not support a readConcern of level ${level}`);
  if (level === 'snapshot' && !inTransaction)
    throw notImplemented('readConcern snapshot outside of a transaction');
}

const maxWriters = 50;
const maxTimeoutMs = 2n ** 31n - 1n;
const writeFields = new Set([
  'w',
  'j',
  'fsync',
  'wtimeout',
  'provenance',
  'getLastError',
  'wOpTime',
  'wElectionId',
]);

/** A number of members: a double is cut, a decimal rounded. */
function membersOf(w: Value): bigint | undefined {
  return kindOf(w) === 'decimal' ? roundedLong(w) : truncatedLong(w);
}

function checkWriters(w: Value | undefined): void {
  if (w === undefined || w === null || typeof w === 'string') return;
  if (isNumeric(w)) {
    const members = membersOf(w);
    if (members === undefined || members < 0n || members > maxWriters)
      throw fault(
        9,
        `w has to be a non-negative number and not greater than ${maxWriters}; found: ${w}`,
      );
    return;
  }
  if (!isDocument(w))
    throw fault(9, `w has to be a number, string, or object; found: ${typeName(w)}`);
  const tags = Object.values(w);
  if (tags.length === 0 || !tags.every(isNumeric))
    throw fault(9, 'tagged write concern requires tags, each with a number');
  throw notImplemented('A write concern with tags');
}

function checkSwitch(name: string, value: Value | undefined): void {
  if (value === undefined || value === null || typeof value === 'boolean' || isNumeric(value))
    return;
  throw wrongField(`writeConcern.${name}`, value, "types '[bool, long, int, decimal, double']");
}

function checkTimeout(value: Value | undefined): void {
  if (!isNumeric(value) || value === undefined) return;
  const endless = Number(String(value)) === Number.POSITIVE_INFINITY;
  if (endless || (truncatedLong(value) ?? 0n) > maxTimeoutMs)
    throw fault(9, 'wtimeout must be within the range of an int32');
}

/** What a command needs to have one: it writes, or it is a pipeline, which may. */
export function checkWriteConcern({ body, name }: Request, command: Command): void {
  const concern = body.writeConcern;
  if (concern === undefined) return;
  if (!isDocument(concern)) throw wrongField(`${name}.writeConcern`, concern, "type 'object'");
  for (const field in concern)
    if (!writeFields.has(field))
      throw fault(40415, `BSON field 'writeConcern.${field}' is an unknown field.`);
  checkWriters(concern.w);
  for (const field of ['j', 'fsync']) checkSwitch(field, concern[field]);
  if (isTruthy(concern.j) && isTruthy(concern.fsync))
    throw fault(9, 'fsync and j options cannot be used together');
  checkTimeout(concern.wtimeout);
  checkProvenance('writeConcern', concern.provenance);
  if (!command.writes && name !== 'aggregate')
    throw fault(72, `Command ${name} does not support writeConcern`);
}

const members = 2;

/** There is no third member to wait for: the write stands, the reply says that the wait failed. */
export function concernError(concern: Value | undefined): Document | undefined {
  if (!isDocument(concern) || concern.w === undefined) return undefined;
  const w = concern.w ?? '';
  if (typeof w === 'string' && w !== 'majority')
    return {
      code: 79,
      codeName: 'UnknownReplWriteConcern',
      errmsg: `No write concern mode named '${w}' found in replica set configuration`,
    };
  const nodes = membersOf(w);
  if (nodes === undefined || nodes <= members) return undefined;
  return {
    code: 100,
    codeName: 'UnsatisfiableWriteConcern',
    errmsg: 'Not enough data-bearing nodes',
  };
}

/** Throws APIVersionError (322) for another version than 1. */
export function checkApi({ apiVersion, apiStrict, apiDeprecationErrors }: Document): void {
  for (const [name, value] of Object.entries({ apiStrict, apiDeprecationErrors }))
    if (value !== undefined && typeof value !== 'boolean')
      throw wrongField(name, value, "type 'bool'");
  if (apiVersion === undefined) {
    if (apiStrict !== undefined || apiDeprecationErrors !== undefined)
      throw fault(
        4886600,
        'Provided apiStrict and/or apiDeprecationErrors without passing apiVersion',
      );
    return;
  }
  if (typeof apiVersion !== 'string') throw wrongField('apiVersion', apiVersion, "type 'string'");
  if (apiVersion !== '1') throw fault(322, 'API version must be "1"');
  if (apiStrict) throw notImplemented('apiStrict');
}
