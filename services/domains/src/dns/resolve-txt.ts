/** Queries one resolver for the TXT values of a name and separates definite answers from unclear ones. */

import { traced } from '@nameloan/runtime/trace';
import type { DecodedPacket } from 'dns-packet';
import {
  DnsError,
  isDefinite,
  queryServer,
  readResponseCode,
  responseCodes,
} from './query-server.ts';
import type { Resolver } from './resolver.ts';

/** The names to which the queried name is an alias (CNAME), in order. */
interface Aliases {
  readonly aliases: readonly string[];
  /** A trusted resolver has validated the answer's signatures (DNSSEC). */
  readonly secure: boolean;
}

export type TxtAnswer =
  | ({ readonly kind: 'VALUES'; readonly values: readonly string[] } & Aliases)
  /** The resolver reports that the name or its TXT record does not exist. */
  | ({ readonly kind: 'ABSENT'; readonly code: string } & Aliases)
  /** Any other result; inconclusive. EBOGUS: the signatures are invalid. */
  | { readonly kind: 'UNCLEAR'; readonly code: string };

export interface TxtQuery {
  /** As A-labels. */
  readonly name: string;
  readonly resolver: Resolver;
  readonly timeoutMs: number;
}

/** Response codes (RFC 1035 section 4.1.1), as c-ares names them. */
const codes: Readonly<Record<number, string>> = {
  1: 'EFORMERR',
  2: 'ESERVFAIL',
  3: 'ENOTFOUND',
  4: 'ENOTIMP',
  5: 'EREFUSED',
};
const maxAliases = 16;

/**
 * Never throws and always resolves within timeoutMs. The strings of one record are joined (RFC 1035
 * section 3.3.14), the resolver follows aliases, and a truncated answer is retried over TCP.
 */
export function resolveTxt(query: TxtQuery): Promise<TxtAnswer> {
  return traced('DNS TXT', { kind: 'client' }, async (span) => {
    const answer = await queryResolver(query);
    span?.setAttribute('nameloan.answer', answer.kind === 'VALUES' ? answer.kind : answer.code);
    return answer;
  });
}

async function queryResolver({ name, resolver, timeoutMs }: TxtQuery): Promise<TxtAnswer> {
  const startedAt = performance.now();
  const query = { name, type: 'TXT', server: resolver.address } as const;
  try {
    const response = await queryServer(query, timeoutMs);
    const code = readResponseCode(response);
    if (code === responseCodes.serverFailure) {
      const leftMs = timeoutMs - (performance.now() - startedAt);
      const isBogus = await answersUnchecked({ ...query, checkingDisabled: true }, leftMs);
      return { kind: 'UNCLEAR', code: isBogus ? 'EBOGUS' : 'ESERVFAIL' };
    }
    if (!isDefinite(response)) return { kind: 'UNCLEAR', code: codes[code] ?? 'EBADRESP' };
    const secure = resolver.trusted && response.flag_ad;
    const { aliases, values } = readChain(name, response);
    if (values.length > 0) return { kind: 'VALUES', values, aliases, secure };
    return {
      kind: 'ABSENT',
      code: code === responseCodes.nameError ? 'ENOTFOUND' : 'ENODATA',
      aliases,
      secure,
    };
  } catch (error) {
    return { kind: 'UNCLEAR', code: error instanceof DnsError ? error.code : 'EUNKNOWN' };
  }
}

/** Whether a resolver that failed has an answer when it does not validate: then the signatures are invalid. */
async function answersUnchecked(
  query: Parameters<typeof queryServer>[0],
  leftMs: number,
): Promise<boolean> {
  if (leftMs <= 0) return false;
  try {
    return isDefinite(await queryServer(query, leftMs));
  } catch {
    return false;
  }
}

/** Follows the aliases from the queried name; other records of the answer are ignored. */
function readChain(
  name: string,
  { answers = [] }: DecodedPacket,
): { aliases: string[]; values: string[] } {
  const aliases: string[] = [];
  let owner = name.toLowerCase();
  for (let count = 0; count < maxAliases; count++) {
    const alias = answers.find((one) => one.type === 'CNAME' && one.name.toLowerCase() === owner);
    if (alias?.type !== 'CNAME') break;
    owner = alias.data.toLowerCase();
    aliases.push(owner);
  }
  const values = answers.flatMap((one) =>
    one.type === 'TXT' && one.name.toLowerCase() === owner ? [joinStrings(one.data)] : [],
  );
  return { aliases, values };
}

function joinStrings(data: string | Buffer | (string | Buffer)[]): string {
  return [data].flat().map(String).join('');
}
