/**
 * Finds the DNS provider of a domain and whether it can apply our template (Domain Connect sections 7 and 8.2). The
 * domain's zone names the server, so every address is a stranger's: https to public addresses only, pinned, without
 * redirects, with limits of size and time.
 */

import type { AccessPolicy } from '@nameloan/rdap/http/access-policy';
import type { HttpAnswer } from '@nameloan/rdap/http/get-text';
import { GetError, getText } from '@nameloan/rdap/http/get-text';
import { z } from 'zod';
import { queryServer } from '../dns/query-server.ts';
import { resolveTxt } from '../dns/resolve-txt.ts';
import type { Resolver } from '../dns/resolver.ts';
import { resolveHost } from './resolve-host.ts';
import type { Template } from './sign-apply-url.ts';
import { templatePath } from './sign-apply-url.ts';

export interface ProviderQuery extends Template {
  /** As A-labels; the apex of its zone. */
  readonly domain: string;
  readonly resolvers: readonly Resolver[];
  /** For each DNS query. */
  readonly dnsTimeoutMs: number;
  readonly policy: AccessPolicy;
  /** For each call. */
  readonly timeoutMs: number;
}

export interface Provider {
  /** For display. */
  readonly name: string;
  /** Null without the synchronous flow. */
  readonly syncUrl: string | null;
  readonly controlPanelUrl: string | null;
}

/** Why a provider cannot add the record for its customer. */
export type ConnectObstacle =
  /** The domain's zone names no provider. */
  | 'NO_PROVIDER'
  /** It did not respond, or not as specified. */
  | 'PROVIDER_UNAVAILABLE'
  /** It does not host the domain any more. */
  | 'NOT_HOSTED'
  | 'NO_TEMPLATE';

/** `provider`: what is known of it even if it cannot add the record. */
export interface Discovery {
  readonly obstacle: ConnectObstacle | null;
  readonly provider: Provider | null;
}

const userAgent = 'Nameloan Domain Connect';
const maxNameLength = 60;
const maxUrlLength = 2000;
/** Further TXT values are not read. */
const maxValues = 20;
const maxNameservers = 50;
const notFound = 404;

/** An authority and an optional path, without a scheme, query or fragment. */
const authority =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?(?:\/[\w.~-]+)*\/?$/i;

const optionalText = z.string().max(maxUrlLength).nullish();
const settingsShape = z.object({
  providerId: z.string().min(1).max(maxUrlLength),
  providerName: z.string().min(1).max(maxUrlLength),
  providerDisplayName: optionalText,
  urlAPI: z.string().max(maxUrlLength),
  urlSyncUX: optionalText,
  urlControlPanel: optionalText,
  nameServers: z.array(z.string().max(maxUrlLength)).max(maxNameservers).nullish(),
});
type ProviderSettings = z.output<typeof settingsShape>;

/** Never throws; takes at most two DNS queries and two calls one after another. */
export async function discoverProvider(query: ProviderQuery): Promise<Discovery> {
  const address = await findAddress(query);
  if (address === null) return { obstacle: 'NO_PROVIDER', provider: null };
  const settings = await readSettings(query, address);
  if (typeof settings === 'string') return { obstacle: settings, provider: null };
  const provider = toProvider(query, settings);
  if (!(await isDelegated(query, settings))) return { obstacle: 'NOT_HOSTED', provider: null };
  if (provider.syncUrl === null) return { obstacle: 'NO_TEMPLATE', provider };
  return { obstacle: await findTemplateObstacle(query, settings), provider };
}

/** The value of the TXT record, from the first resolver that has an answer: it only leads to a page of the provider. */
async function findAddress({
  domain,
  resolvers,
  dnsTimeoutMs,
}: ProviderQuery): Promise<string | null> {
  const name = `_domainconnect.${domain}`;
  for (const resolver of resolvers) {
    const answer = await resolveTxt({ name, resolver, timeoutMs: dnsTimeoutMs });
    if (answer.kind === 'ABSENT') return null;
    if (answer.kind === 'VALUES') return readAddress(answer.values);
  }
  return null;
}

/** The values are a stranger's, of any length and number. */
function readAddress(values: readonly string[]): string | null {
  const short = values.filter(({ length }) => length <= maxUrlLength).slice(0, maxValues);
  return short.map(trimSlash).find((value) => authority.test(value)) ?? null;
}

/** Takes time in proportion to the length. */
function trimSlash(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === '/') end--;
  return trimmed.slice(0, end);
}

async function readSettings(
  query: ProviderQuery,
  address: string,
): Promise<ProviderSettings | ConnectObstacle> {
  const url = allowedUrl(query.policy, `//${address}/v2/${query.domain}/settings`);
  const answer = url && (await get(query, url));
  if (!answer) return 'PROVIDER_UNAVAILABLE';
  if (answer.status === notFound) return 'NOT_HOSTED';
  const settings = answer.status === 200 ? settingsShape.safeParse(parseJson(answer.body)) : null;
  return settings?.success ? settings.data : 'PROVIDER_UNAVAILABLE';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function findTemplateObstacle(
  query: ProviderQuery,
  { urlAPI }: ProviderSettings,
): Promise<ConnectObstacle | null> {
  const url = allowedUrl(query.policy, `${trimSlash(urlAPI)}/${templatePath(query)}`);
  const answer = url && (await get(query, url));
  if (!answer) return 'PROVIDER_UNAVAILABLE';
  if (answer.status === notFound) return 'NO_TEMPLATE';
  return answer.status >= 200 && answer.status < 300 ? null : 'PROVIDER_UNAVAILABLE';
}

/** Undefined without a complete answer. */
async function get(
  { policy, timeoutMs, resolvers, dnsTimeoutMs }: ProviderQuery,
  url: URL,
): Promise<HttpAnswer | undefined> {
  const resolve = (host: string) => resolveHost({ resolvers, timeoutMs: dnsTimeoutMs }, host);
  const accept = 'application/json';
  const options = { policy, timeoutMs, userAgent, accept, maxRedirects: 0, resolve };
  try {
    return await getText(url, options);
  } catch (error) {
    if (error instanceof GetError) return undefined;
    throw error;
  }
}

/** By https; the policy allows plain http to the sandbox only. A text without a scheme begins with two slashes. */
function allowedUrl(policy: AccessPolicy, text: string): URL | undefined {
  const candidates = text.startsWith('//') ? [`http:${text}`, `https:${text}`] : [text];
  return candidates
    .map((each) => URL.parse(each))
    .filter((url) => url !== null)
    .find((url) => policy.allowsUrl(url));
}

/**
 * The record may be stale: a provider that lists nameservers hosts the domain only if one of them has it. Unknown
 * nameservers prove nothing.
 */
async function isDelegated(
  { domain, resolvers: [resolver], dnsTimeoutMs }: ProviderQuery,
  { nameServers }: ProviderSettings,
): Promise<boolean> {
  const listed = (nameServers ?? []).map(toHost);
  if (listed.length === 0 || !resolver) return true;
  const actual = await findNameservers(domain, { resolver, timeoutMs: dnsTimeoutMs });
  return actual.length === 0 || actual.some((one) => listed.includes(one));
}

async function findNameservers(
  name: string,
  { resolver, timeoutMs }: { resolver: Resolver; timeoutMs: number },
): Promise<string[]> {
  try {
    const { answers = [] } = await queryServer(
      { name, type: 'NS', server: resolver.address },
      timeoutMs,
    );
    return answers.flatMap((one) => (one.type === 'NS' ? [toHost(one.data)] : []));
  } catch {
    return [];
  }
}

const toHost = (name: string) => name.trim().toLowerCase().replace(/\.$/, '');

function toProvider(
  { domain, policy }: ProviderQuery,
  { providerName, providerDisplayName, urlSyncUX, urlControlPanel }: ProviderSettings,
): Provider {
  const name = cleanName(providerDisplayName ?? '') || cleanName(providerName) || 'your provider';
  const sync = urlSyncUX ? pageUrl(policy, trimSlash(urlSyncUX)) : undefined;
  const panel = urlControlPanel?.replaceAll('%domain%', encodeURIComponent(domain));
  return {
    name,
    syncUrl: sync ? trimSlash(`${sync.origin}${sync.pathname}`) : null,
    controlPanelUrl: (panel && pageUrl(policy, panel)?.href) ?? null,
  };
}

/** Control characters and marks of direction would change the text around the name. */
function cleanName(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, maxNameLength);
}

/** A page for the browser: https, without a login; http only to the sandbox. */
function pageUrl(policy: AccessPolicy, text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && policy.allowsUrl(url))
    ? url
    : undefined;
}
