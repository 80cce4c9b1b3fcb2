/** Answers one DNS query from the zone (RFC 1035, 2308, 6891). */

import type { Answer, DecodedPacket, OptAnswer, Packet, Question } from 'dns-packet';
import {
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
} from 'dns-packet';
import type { SandboxContext } from '../sandbox-context.ts';
import {
  canonicalName,
  getAlias,
  getDs,
  getKeys,
  getNameservers,
  getTxt,
  nameExists,
  zoneOf,
} from './zone.ts';

const plainUdpBytes = 512;
const maxUdpBytes = 4096;
const maxTcpBytes = 65_535;
const ttlSeconds = 1;
const maxAliases = 8;
/** A string inside a TXT record has one byte of length. */
const stringBytes = 255;
const rcode = { ok: 0, formatError: 1, nameError: 3, notImplemented: 4, refused: 5 } as const;

/** Returns the response's bytes, or null for a message that gets none (malformed, or not a query). */
export function answerQuery(
  context: SandboxContext,
  message: Buffer,
  transport: 'udp' | 'tcp',
): Buffer | null {
  try {
    const query = decode(message);
    return query.type === 'query' ? encodeReply(context, query, transport) : null;
  } catch {
    // A message that cannot be decoded or encoded gets no response; it must not crash the process.
    return null;
  }
}

function encodeReply(
  context: SandboxContext,
  query: DecodedPacket,
  transport: 'udp' | 'tcp',
): Buffer {
  const opt = query.additionals?.find((each): each is OptAnswer => each.type === 'OPT');
  const reply = resolveQuery(context, query);
  const packet: Packet = {
    type: 'response',
    id: query.id ?? 0,
    flags:
      AUTHORITATIVE_ANSWER |
      RECURSION_AVAILABLE |
      ((query.flags ?? 0) & RECURSION_DESIRED) |
      reply.code,
    questions: query.questions ?? [],
    answers: reply.answers,
    authorities: reply.authorities,
    additionals: opt ? [ednsOption()] : [],
  };
  const limit = transport === 'tcp' ? maxTcpBytes : udpLimit(opt);
  const bytes = encode(packet);
  if (bytes.length <= limit) return bytes;
  return encode({
    ...packet,
    flags: (packet.flags ?? 0) | TRUNCATED_RESPONSE,
    answers: [],
    authorities: [],
  });
}

interface Reply {
  readonly code: number;
  readonly answers: Answer[];
  readonly authorities: Answer[];
}

function resolveQuery(context: SandboxContext, query: DecodedPacket): Reply {
  const none = { answers: [], authorities: [] };
  if (opcodeOf(query) !== 0) return { code: rcode.notImplemented, ...none };
  const [question] = query.questions ?? [];
  if (!question || query.questions?.length !== 1) return { code: rcode.formatError, ...none };
  if (question.class !== 'IN' && question.class !== 'ANY') return { code: rcode.refused, ...none };
  const name = canonicalName(question.name);
  const answers = answersTo(context, question);
  if (answers.length > 0) return { code: rcode.ok, answers, authorities: [] };
  const code = nameExists(context, name) ? rcode.ok : rcode.nameError;
  return { code, answers: [], authorities: [startOfAuthority(context, zoneOf(name))] };
}

/** The opcode, four bits (RFC 1035 section 4.1.1); 0 is a standard query. */
function opcodeOf(query: DecodedPacket): number {
  return ((query.flags ?? 0) >> 11) & 0xf;
}

/** The answer also has the records of the name that an alias leads to; `aliases` came before this one. */
function answersTo(context: SandboxContext, question: Question, aliases = 0): Answer[] {
  const name = canonicalName(question.name);
  // The name is returned as it was spelled, because resolvers verify its random capitalisation.
  const owner = { name: question.name, ttl: ttlSeconds, class: 'IN' } as const;
  const wants = (type: string) => question.type === type || (question.type as string) === 'ANY';
  const alias = getAlias(context, name);
  if (alias !== undefined) {
    const found: Answer = { ...owner, type: 'CNAME', data: alias };
    if (wants('CNAME') || aliases >= maxAliases) return [found];
    return [found, ...answersTo(context, { ...question, name: alias }, aliases + 1)];
  }
  const answers: Answer[] = [];
  if (wants('TXT')) {
    for (const text of getTxt(context, name))
      answers.push({ ...owner, type: 'TXT', data: splitText(text) });
  }
  if (wants('NS')) {
    for (const data of getNameservers(context, name)) answers.push({ ...owner, type: 'NS', data });
  }
  if (wants('DNSKEY')) {
    for (const { flags, algorithm, key } of getKeys(context, name)) {
      const data = { flags, algorithm, key: Buffer.from(key, 'base64') };
      answers.push({ ...owner, type: 'DNSKEY', data });
    }
  }
  if (wants('DS')) {
    for (const { digest, ...ds } of getDs(context, name))
      answers.push({ ...owner, type: 'DS', data: { ...ds, digest: Buffer.from(digest, 'hex') } });
  }
  if (wants('SOA') && name === zoneOf(name) && nameExists(context, name)) {
    answers.push({ ...startOfAuthority(context, name), name: question.name });
  }
  return answers;
}

/** Splits a string into parts of at most 255 bytes, which clients join again. */
function splitText(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += stringBytes) {
    chunks.push(bytes.subarray(from, from + stringBytes));
  }
  return chunks.length > 0 ? chunks : [bytes];
}

function startOfAuthority(context: SandboxContext, zone: string): Extract<Answer, { type: 'SOA' }> {
  return {
    name: zone,
    type: 'SOA',
    class: 'IN',
    ttl: ttlSeconds,
    data: {
      mname: getNameservers(context, zone)[0] ?? 'ns.sandbox.example',
      rname: 'hostmaster.sandbox.example',
      serial: 1,
      refresh: 3600,
      retry: 600,
      expire: 86_400,
      // Negative answers are barely cached, because the record may be set a second later.
      minimum: ttlSeconds,
    },
  };
}

function udpLimit(opt: OptAnswer | undefined): number {
  if (!opt) return plainUdpBytes;
  return Math.min(Math.max(opt.udpPayloadSize, plainUdpBytes), maxUdpBytes);
}

function ednsOption(): OptAnswer {
  return {
    type: 'OPT',
    name: '.',
    udpPayloadSize: maxUdpBytes,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
    options: [],
  };
}
