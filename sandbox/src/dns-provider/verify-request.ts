/** Verifies a signed request to apply the template (Domain Connect sections 6.4 and 8.3), as a DNS provider does. */

import { createPublicKey, verify } from 'node:crypto';
import { canonicalName, getTxt } from '../dns/zone.ts';
import { invalid } from '../http/control-error.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { getDnsProvider } from './provider.ts';
import { template } from './template.ts';

export interface ApplyRequest {
  readonly domain: string;
  readonly token: string;
  readonly redirectUri: URL | null;
  readonly state: string | null;
}

const maxTokenLength = 200;

/** Throws 400 for a request that a provider would not show to its customer. */
export function verifyRequest(
  context: SandboxContext,
  { search, searchParams }: URL,
): ApplyRequest {
  if (!isSigned(context, search.slice(1), searchParams))
    throw invalid('The signature of this request is invalid.', { field: 'sig' });
  const domain = canonicalName(searchParams.get('domain') ?? '');
  const { domains, template: onboarded } = getDnsProvider(context);
  if (!onboarded) throw invalid('This provider does not have the template.');
  if (!domains.includes(domain))
    throw invalid('This provider does not host the domain.', { field: 'domain' });
  if (searchParams.get('host'))
    throw invalid('The template is for a whole domain.', { field: 'host' });
  const token = searchParams.get('token') ?? '';
  if (token === '' || token.length > maxTokenLength)
    throw invalid('The template needs a token.', { field: 'token' });
  return {
    domain,
    token,
    redirectUri: readRedirect(searchParams),
    state: searchParams.get('state'),
  };
}

function isSigned(context: SandboxContext, query: string, parameters: URLSearchParams): boolean {
  const label = parameters.get('key');
  if (!label) return false;
  return verifyQuery(
    query,
    getTxt(context, canonicalName(`${label}.${template.syncPubKeyDomain}`)),
  );
}

/**
 * Whether the query is signed with the key in these TXT records. The signature covers the query as it was received,
 * without `sig` and `key`.
 */
export function verifyQuery(query: string, records: readonly string[]): boolean {
  const signature = new URLSearchParams(query).get('sig');
  const spki = joinKey(records);
  if (!signature || !spki) return false;
  const signed = query
    .split('&')
    .filter((pair) => !/^(?:sig|key)=/.test(pair))
    .join('&');
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64'));
  } catch {
    // The bytes in DNS are no key.
    return false;
  }
}

/** Joins the fragments of the public key, whose records may arrive in any order. */
function joinKey(records: readonly string[]): Buffer | undefined {
  const fragments = records.flatMap((text) => {
    const fields = new Map(text.split(',').map((field) => splitOnce(field.trim())));
    const place = Number(fields.get('p'));
    const data = fields.get('d');
    const usual =
      (fields.get('a') ?? 'RS256') === 'RS256' && (fields.get('t') ?? 'x509') === 'x509';
    return usual && data !== undefined && Number.isInteger(place) ? [{ place, data }] : [];
  });
  if (fragments.length === 0) return undefined;
  const ordered = fragments.sort((one, other) => one.place - other.place);
  return Buffer.from(ordered.map(({ data }) => data).join(''), 'base64');
}

function splitOnce(field: string): [name: string, value: string] {
  const at = field.indexOf('=');
  return [field.slice(0, at), field.slice(at + 1)];
}

function readRedirect(parameters: URLSearchParams): URL | null {
  const text = parameters.get('redirect_uri');
  if (text === null) return null;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw invalid('The address to return to is invalid.', { field: 'redirect_uri' });
}
