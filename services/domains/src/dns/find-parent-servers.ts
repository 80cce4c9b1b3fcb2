/**
 * Finds servers of a parent zone. They decide what a domain's delegation is, so one resolver alone cannot name them:
 * names and addresses count by the rule for records, all resolvers or a validated answer of a trusted one.
 */

import type { DecodedPacket } from 'dns-packet';
import { isDefinite, queryServer } from './query-server.ts';
import type { Resolver } from './resolver.ts';

export interface Lookup {
  readonly resolvers: readonly Resolver[];
  /** For each query. */
  readonly timeoutMs: number;
}

export interface ParentQuery extends Lookup {
  /** The parent zone, as A-labels. */
  readonly suffix: string;
  /** As `host:port`; by default they are found through the resolvers. */
  readonly parentServers?: readonly string[] | undefined;
}

interface Reply {
  readonly trusted: boolean;
  /** A trusted resolver has validated the answer's signatures (DNSSEC). */
  readonly secure: boolean;
  /** Undefined: the resolver failed, which is also how it reports invalid signatures. */
  readonly values: readonly string[] | undefined;
}

/** More than are queried, because some may have no address on which the resolvers agree. */
const maxHosts = 4;
const port = 53;

/** So many of the parent's servers must agree; of those that the settings name, one may be the only one. */
const minServers = 2;

/** The servers that must agree on what the parent zone contains; none when too few are found. Never throws. */
export async function chooseParentServers(query: ParentQuery): Promise<string[]> {
  const { parentServers } = query;
  const servers = parentServers ?? (await findParentServers(query));
  return servers.length < (parentServers ? 1 : minServers) ? [] : servers.slice(0, minServers);
}

/** Resolves to `ip:port` of different servers, in random order; never throws. */
async function findParentServers(query: ParentQuery): Promise<string[]> {
  const hosts = await findAgreed(query, { name: query.suffix, type: 'NS' });
  const some = hosts.sort(() => Math.random() - 0.5).slice(0, maxHosts);
  const addresses = await Promise.all(
    some.map((name) => findAgreed(query, { name, type: 'A' }).then(([first]) => first)),
  );
  const found = new Set(addresses.filter((address) => address !== undefined));
  return [...found].map((address) => `${address}:${port}`);
}

interface Question {
  readonly name: string;
  readonly type: 'NS' | 'A' | 'AAAA';
}

/** The values that every deciding resolver names. */
export async function findAgreed(
  { resolvers, timeoutMs }: Lookup,
  question: Question,
): Promise<string[]> {
  const replies = await Promise.all(
    resolvers.map((resolver) => askResolver(resolver, question, timeoutMs)),
  );
  const answered = replies.filter((reply) => reply !== 'SILENT');
  const trusted = answered.filter((reply) => reply.trusted);
  const isSecure = trusted.some(({ secure }) => secure);
  // Without a validated answer, a resolver that does not respond agrees with none.
  if (!isSecure && answered.length < replies.length) return [];
  const [first, ...others] = isSecure ? trusted : answered;
  const values = [...new Set(first?.values ?? [])];
  return values.filter((value) => others.every((other) => other.values?.includes(value)));
}

async function askResolver(
  { address: server, trusted }: Resolver,
  question: Question,
  timeoutMs: number,
): Promise<Reply | 'SILENT'> {
  try {
    const response = await queryServer({ ...question, server }, timeoutMs);
    if (!isDefinite(response)) return { trusted, secure: false, values: undefined };
    const secure = trusted && response.flag_ad;
    return { trusted, secure, values: readValues(question, response) };
  } catch {
    return 'SILENT';
  }
}

/** Aliases are not followed: a name server's name must not be one (RFC 2181 section 10.3). */
function readValues({ name, type }: Question, { answers = [] }: DecodedPacket): string[] {
  return answers.flatMap((one) =>
    (one.type === 'NS' || one.type === 'A' || one.type === 'AAAA') &&
    one.type === type &&
    one.name.toLowerCase() === name
      ? [one.data.toLowerCase()]
      : [],
  );
}
