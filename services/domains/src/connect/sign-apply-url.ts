/** The signed address at which a DNS provider asks its customer to apply our template (Domain Connect section 8.3). */

import type { KeyObject } from 'node:crypto';
import { sign } from 'node:crypto';

export interface Template {
  /** The operator's id at DNS providers. */
  readonly providerId: string;
  readonly serviceId: string;
}

export interface ApplyAddress extends Template {
  /** `urlSyncUX` of the provider. */
  readonly syncUrl: string;
  /** Query parameters: `domain`, the template's variables, `redirect_uri`, `state`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly key: KeyObject;
  /** The label of the public key's records. */
  readonly keyLabel: string;
}

export const templatePath = ({ providerId, serviceId }: Template): string =>
  `v2/domainTemplates/providers/${encode(providerId)}/services/${encode(serviceId)}`;

/** `sig` is last and `key` before it, because some providers verify only the text before `sig`. */
export function signApplyUrl({
  syncUrl,
  parameters,
  key,
  keyLabel,
  ...template
}: ApplyAddress): string {
  const query = canonicalQuery(parameters);
  const signature = signQuery(query, key);
  const address = `${syncUrl}/${templatePath(template)}/apply`;
  return `${address}?${query}&key=${encode(keyLabel)}&sig=${encode(signature)}`;
}

/** Names and values encoded by RFC 3986, sorted by encoded name. The signed text is used as the query unchanged. */
export function canonicalQuery(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => [encode(name), encode(value)] as const,
  );
  return pairs
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** RSASSA-PKCS1-v1_5 with SHA-256 (RS256), in standard base64. */
function signQuery(query: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(query), key).toString('base64');
}

/** RFC 3986: unlike `encodeURIComponent` also `!'()*`, and a space is never a plus sign. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
