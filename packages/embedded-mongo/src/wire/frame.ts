/** The wire protocol's messages: OP_MSG both ways, OP_QUERY for the first hello. */
import { Double, serialize } from 'bson';
import { decodeDocument } from '../bson/decode.ts';
import type { Document } from '../bson/values.ts';
import { newDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';

export const headerBytes = 16;
const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const checksumPresent = 1;
const moreToCome = 2;
/** Flag bits below 16 must be understood or refused. */
const requiredBits = 0xffff;

export type Message = {
  requestId: number;
  body: Document;
  /** OP_QUERY wants an OP_REPLY. */
  legacy: boolean;
  /** The client waits for no reply. */
  silent: boolean;
};

function readCString(bytes: Buffer, at: number): string {
  const end = bytes.indexOf(0, at);
  if (end < 0) throw fault(22, 'string without end');
  return bytes.toString('utf8', at, end);
}

function readSequence(
  bytes: Buffer,
  at: number,
  end: number,
): { name: string; documents: Document[] } {
  const name = readCString(bytes, at);
  const documents: Document[] = [];
  let position = at + Buffer.byteLength(name) + 1;
  while (position < end) {
    documents.push(decodeDocument(bytes.subarray(0, end), position));
    position += bytes.readInt32LE(position);
  }
  return { name, documents };
}

function parseSections(bytes: Buffer, start: number, end: number): Document {
  let body: Document | undefined;
  const sequences: { name: string; documents: Document[] }[] = [];
  let at = start;
  while (at < end) {
    const kind = bytes[at++];
    const size = bytes.readInt32LE(at);
    if (size < 5 || at + size > end) throw fault(22, 'section cut short');
    if (kind === 0) {
      if (body) throw fault(40430, 'OP_MSG must have one body section only');
      body = decodeDocument(bytes.subarray(0, end), at);
    } else if (kind === 1) sequences.push(readSequence(bytes, at + 4, at + size));
    else throw fault(40432, `Unknown section kind ${kind}`);
    at += size;
  }
  if (!body) throw fault(40587, 'OP_MSG messages must have a body');
  for (const { name, documents } of sequences) {
    if (body[name] !== undefined) throw fault(40433, `Duplicate document sequence ${name}`);
    body[name] = documents;
  }
  return body;
}

function parseMsg(bytes: Buffer, requestId: number): Message {
  const flags = bytes.readUInt32LE(headerBytes);
  if (flags & requiredBits & ~(checksumPresent | moreToCome))
    throw fault(22, 'unknown flag bits in OP_MSG');
  const end = bytes.length - (flags & checksumPresent ? 4 : 0);
  const body = parseSections(bytes, headerBytes + 4, end);
  return { requestId, body, legacy: false, silent: (flags & moreToCome) !== 0 };
}

/** OP_QUERY survives only for the handshake; the namespace's database becomes `$db`. */
function parseQuery(bytes: Buffer, requestId: number): Message {
  const namespace = readCString(bytes, headerBytes + 4);
  const [database = '', collection] = namespace.split('.');
  if (collection !== '$cmd') throw fault(5739101, 'OP_QUERY is no longer supported');
  const at = headerBytes + 4 + Buffer.byteLength(namespace) + 1 + 8;
  const query = decodeDocument(bytes, at);
  const [name = ''] = Object.keys(query);
  if (!/^(hello|ismaster)$/i.test(name))
    throw fault(5739101, `Unsupported OP_QUERY command: ${name}`);
  const body = Object.assign(newDocument(), query, { $db: database });
  return { requestId, body, legacy: true, silent: false };
}

/** Parses a whole message. Throws a fault for content, returns undefined for an unknown kind. */
export function parseMessage(bytes: Buffer): Message | undefined {
  const requestId = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  if (opCode === opMsg) return parseMsg(bytes, requestId);
  if (opCode === opQuery) return parseQuery(bytes, requestId);
  return undefined;
}

let lastReplyId = 0;

/**
 * `ok` goes out as a double, as strict clients expect it. The library's buffer ends a little above
 * 16 MB, where the real server refuses a reply too.
 */
function serializeReply(reply: { ok?: unknown }): Uint8Array {
  try {
    return serialize({ ...reply, ok: new Double(Number(reply.ok)) }, { ignoreUndefined: true });
  } catch (error) {
    throw error instanceof RangeError ? fault(10334, 'the reply is larger than 16 MB') : error;
  }
}

export function encodeReply(
  message: { requestId: number; legacy: boolean },
  reply: { ok?: unknown },
): Buffer {
  const body = serializeReply(reply);
  const prefix = message.legacy ? 36 : 21;
  const bytes = Buffer.allocUnsafe(prefix + body.length);
  lastReplyId = (lastReplyId + 1) & 0x7fffffff;
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(lastReplyId, 4);
  bytes.writeInt32LE(message.requestId, 8);
  if (message.legacy) {
    bytes.writeInt32LE(opReply, 12);
    bytes.writeInt32LE(8, 16);
    bytes.fill(0, 20, 32);
    bytes.writeInt32LE(1, 32);
  } else {
    bytes.writeInt32LE(opMsg, 12);
    bytes.writeInt32LE(0, 16);
    bytes[20] = 0;
  }
  bytes.set(body, prefix);
  return bytes;
}
