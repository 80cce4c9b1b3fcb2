/** The commands of sessions and transactions. */
import { Binary, Long } from 'bson';
import type { Document, Value } from '../bson/values.ts';
import { isDocument, isTruthy } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { TransactionId } from '../txn/sessions.ts';
import type { CommandTable, Request } from './request.ts';
import { arrayOption, documentOption } from './request.ts';

/** The key of a logical session id; throws for anything that is none. */
export function sessionKey(lsid: Value | undefined): string {
  const id = isDocument(lsid) ? lsid.id : undefined;
  if (!(id instanceof Binary) || id.position !== 16)
    throw fault(14, "BSON field 'lsid.id' must be a UUID");
  return Buffer.from(id.buffer.subarray(0, 16)).toString('hex');
}

/** The number of a transaction or retryable write. */
export function transactionNumber(value: Value | undefined): bigint {
  if (!(value instanceof Long) && !Number.isInteger(value))
    throw fault(14, "BSON field 'txnNumber' must be a long");
  const number = value instanceof Long ? value.toBigInt() : BigInt(value as number);
  if (number < 0n) throw fault(72, `Transaction number cannot be negative: ${number}`);
  return number;
}

function transactionId({ body, peer }: Request): TransactionId {
  if (body.lsid === undefined || body.txnNumber === undefined)
    throw fault(125, 'commitTransaction and abortTransaction must be run within a transaction');
  return {
    session: sessionKey(body.lsid),
    number: transactionNumber(body.txnNumber),
    peer: peer.id,
  };
}

function commit(request: Request): Document {
  const durable = isTruthy(documentOption(request.body, 'writeConcern').j);
  request.engine.sessions.commit(transactionId(request), durable);
  return { ok: 1 };
}

function abort(request: Request): Document {
  request.engine.sessions.abort(transactionId(request));
  return { ok: 1 };
}

function endSessions({ body, engine, name }: Request): Document {
  for (const lsid of arrayOption(body, name)) {
    const session = sessionKey(lsid);
    engine.sessions.end(session);
    engine.cursors.killWhere({ session });
  }
  return { ok: 1 };
}

function startSession(): Document {
  const id = new Binary(crypto.getRandomValues(new Uint8Array(16)), Binary.SUBTYPE_UUID);
  return { id: { id }, timeoutMinutes: 30, ok: 1 };
}

export const sessionCommands: CommandTable = {
  commitTransaction: { fields: ['recoveryToken'], writes: true, run: commit },
  abortTransaction: { fields: ['recoveryToken'], writes: true, run: abort },
  endSessions: { fields: [], run: endSessions },
  killSessions: { fields: [], run: endSessions },
  refreshSessions: { fields: [], run: () => ({ ok: 1 }) },
  startSession: { fields: [], run: startSession },
};
