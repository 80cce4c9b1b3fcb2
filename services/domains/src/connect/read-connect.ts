/** Query: whether the DNS provider of a domain can add the proof's record, and the signed address for it. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { AccessPolicy } from '@nameloan/rdap/http/access-policy';
import { connectKey, settings } from '../config.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { assertOwner, inCustody } from '../domain/domain.ts';
import { commit, quotas, serviceContext } from '../service-context.ts';
import type { ConnectObstacle, Discovery } from './discover-provider.ts';
import { discoverProvider } from './discover-provider.ts';
import { DiscoveryCache } from './discovery-cache.ts';
import { signApplyUrl } from './sign-apply-url.ts';
import { tokenOf } from './template.ts';

export type ConnectReason = ConnectObstacle | 'NOT_CONFIGURED' | 'IN_CUSTODY';

export interface DomainConnect {
  available: boolean;
  provider: string | null;
  /** Signed for this account and domain. */
  url: string | null;
  controlPanelUrl: string | null;
  /** Null if available. */
  reason: ConnectReason | null;
}

const callTimeoutMs = 5000;
const cache = new DiscoveryCache();

export async function readConnect(actor: AccountActor, id: string): Promise<DomainConnect> {
  const domain = assertOwner(await domains.find(id), actor.accountId);
  const { DOMAIN_CONNECT_PROVIDER: providerId } = settings.value;
  const key = connectKey();
  if (inCustody(domain)) return unavailable('IN_CUSTODY');
  if (!providerId || !key) return unavailable('NOT_CONFIGURED');
  const { obstacle, provider } = await discover(actor, domain, providerId);
  if (obstacle !== null || !provider?.syncUrl)
    return { ...unavailable(obstacle ?? 'NO_TEMPLATE'), ...shown(provider) };
  const url = signApplyUrl({
    syncUrl: provider.syncUrl,
    providerId,
    serviceId: settings.value.DOMAIN_CONNECT_SERVICE,
    parameters: parametersOf(domain),
    key,
    keyLabel: settings.value.DOMAIN_CONNECT_KEY_LABEL,
  });
  return { available: true, ...shown(provider), url, reason: null };
}

function unavailable(reason: ConnectReason): DomainConnect {
  return { available: false, provider: null, url: null, controlPanelUrl: null, reason };
}

function shown(provider: Discovery['provider']) {
  return {
    provider: provider?.name ?? null,
    controlPanelUrl: provider?.controlPanelUrl ?? null,
  };
}

/** The id is in the path of the return address too, because providers may drop `state`. */
function parametersOf({ id, name, verificationRecord }: Domain): Record<string, string> {
  return {
    domain: name,
    token: tokenOf(verificationRecord),
    redirect_uri: `${serviceContext.publicUrl}/app/connected/${id}`,
    state: id,
  };
}

/** Only a look-up that calls the provider counts. */
function discover(actor: AccountActor, { name }: Domain, providerId: string): Promise<Discovery> {
  const { RDAP_BOOTSTRAP_URL: sandboxUrl, DNS_RESOLVERS, DNS_TIMEOUT_MS } = settings.value;
  const withSandbox = new URL(sandboxUrl).protocol === 'http:';
  const { accountId } = actor;
  return cache.read(name, { accountId, brief: withSandbox }, async () => {
    await commit((tx) => quotas.take('connectLookups', accountId, tx));
    return discoverProvider({
      domain: name,
      providerId,
      serviceId: settings.value.DOMAIN_CONNECT_SERVICE,
      resolvers: DNS_RESOLVERS,
      dnsTimeoutMs: DNS_TIMEOUT_MS,
      policy: new AccessPolicy(withSandbox ? sandboxUrl : '', withSandbox),
      timeoutMs: callTimeoutMs,
    });
  });
}
