/** One DNS message in, one out (RFC 1035, 2308, 6891): pure but for reading the zone. */

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
import { canonicalName, getNameservers, getTxt, nameExists, zoneOf } from './zone.ts';

const plainUdpBytes = 512;
const maxUdpBytes = 4096;
const maxTcpBytes = 65_535;
const ttlSeconds = 1;
/** A string inside a TXT record has one byte of length. */
const stringBytes = 255;
const rcode = { ok: 0, formatError: 1, nameError: 3, notImplemented: 4, refused: 5 } as const;

/** Returns the answer's bytes, or null for a message that deserves none (malformed, or no query). */
export function answerQuery(
  world: SandboxContext,
  message: Buffer,
  transport: 'udp' | 'tcp',
): Buffer | null {
  try {
    const query = decode(message);
    return query.type === 'query' ? encodeReply(world, query, transport) : null;
  } catch {
    // Whatever cannot be read, or cannot be said back, gets silence; it must not end the process.
    return null;
  }
}

function encodeReply(
  world: SandboxContext,
  query: DecodedPacket,
  transport: 'udp' | 'tcp',
): Buffer {
  const opt = query.additionals?.find((each): each is OptAnswer => each.type === 'OPT');
  const reply = resolveQuery(world, query);
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
    additionals: opt ? [edns()] : [],
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

function resolveQuery(world: SandboxContext, query: DecodedPacket): Reply {
  const none = { answers: [], authorities: [] };
  if (opcodeOf(query) !== 0) return { code: rcode.notImplemented, ...none };
  const [question] = query.questions ?? [];
  if (!question || query.questions?.length !== 1) return { code: rcode.formatError, ...none };
  if (question.class !== 'IN' && question.class !== 'ANY') return { code: rcode.refused, ...none };
  const name = canonicalName(question.name);
  const answers = answersTo(world, name, question);
  if (answers.length > 0) return { code: rcode.ok, answers, authorities: [] };
  const code = nameExists(world, name) ? rcode.ok : rcode.nameError;
  return { code, answers: [], authorities: [startOfAuthority(world, zoneOf(name))] };
}

/** The four bits of RFC 1035 section 4.1.1; 0 is a plain query. */
function opcodeOf(query: DecodedPacket): number {
  return ((query.flags ?? 0) >> 11) & 0xf;
}

function answersTo(world: SandboxContext, name: string, question: Question): Answer[] {
  // The name goes back as it was spelled: resolvers check it against random capitals.
  const owner = { name: question.name, ttl: ttlSeconds, class: 'IN' } as const;
  const wants = (type: string) => question.type === type || (question.type as string) === 'ANY';
  const answers: Answer[] = [];
  if (wants('TXT')) {
    for (const text of getTxt(world, name))
      answers.push({ ...owner, type: 'TXT', data: strings(text) });
  }
  if (wants('NS')) {
    for (const data of getNameservers(world, name)) answers.push({ ...owner, type: 'NS', data });
  }
  if (wants('SOA') && name === zoneOf(name) && nameExists(world, name)) {
    answers.push({ ...startOfAuthority(world, name), name: question.name });
  }
  return answers;
}

/** A text cut into strings of at most 255 bytes, which readers join again. */
function strings(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += stringBytes) {
    parts.push(bytes.subarray(from, from + stringBytes));
  }
  return parts.length > 0 ? parts : [bytes];
}

function startOfAuthority(world: SandboxContext, zone: string): Extract<Answer, { type: 'SOA' }> {
  return {
    name: zone,
    type: 'SOA',
    class: 'IN',
    ttl: ttlSeconds,
    data: {
      mname: getNameservers(world, zone)[0] ?? 'ns.sandbox.example',
      rname: 'hostmaster.sandbox.example',
      serial: 1,
      refresh: 3600,
      retry: 600,
      expire: 86_400,
      // A negative answer is not worth remembering: the record may be set the next second.
      minimum: ttlSeconds,
    },
  };
}

function udpLimit(opt: OptAnswer | undefined): number {
  if (!opt) return plainUdpBytes;
  return Math.min(Math.max(opt.udpPayloadSize, plainUdpBytes), maxUdpBytes);
}

function edns(): OptAnswer {
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
