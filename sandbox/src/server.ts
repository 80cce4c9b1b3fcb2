/**
 * Starts and stops all simulated external systems in one process: registry, DNS, mail, payment providers, control
 * API and page, over one store.
 */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openBusinessClock } from './clock/business-clock.ts';
import { controlRoutes } from './control/control-routes.ts';
import { listenDns } from './dns/listen-dns.ts';
import type { ProductKey } from './dns-provider/product-key.ts';
import { loadProductKey } from './dns-provider/product-key.ts';
import { dnsProviderRoutes } from './dns-provider/provider-routes.ts';
import { listenEpp } from './epp/listen-epp.ts';
import { withFaults } from './faults/fail-http.ts';
import { listenHttp } from './http/router.ts';
import { listenSmtp } from './mail/listen-smtp.ts';
import { getAccount, namecomUser } from './namecom/account.ts';
import { namecomControlRoutes } from './namecom/control-namecom.ts';
import { namecomRoutes } from './namecom/namecom-routes.ts';
import { syncNamecom } from './namecom/sync-names.ts';
import { pageRoutes } from './page/page-routes.ts';
import { expireCheckouts } from './payments/act-on-checkout.ts';
import { nowpaymentsRoutes } from './payments/nowpayments-routes.ts';
import { stripeRoutes } from './payments/stripe-routes.ts';
import { bootstrapPath, rdapRoutes } from './rdap/rdap-routes.ts';
import { runDueRegistry } from './registry/registry.ts';
import type { NetworkAccess, SandboxContext } from './sandbox-context.ts';
import { loadSecret } from './sandbox-context.ts';
import { Store } from './store.ts';
import type { WebhookQueue } from './webhook/deliver-webhooks.ts';
import { openWebhookQueue } from './webhook/deliver-webhooks.ts';

/** All options are optional; missing secrets are generated once and stored. */
export interface SandboxOptions {
  /** Control port; 0 or absent takes a free one. */
  readonly port?: number;
  /** The state is stored in its folder `sandbox`; absent: in memory only. */
  readonly dataFolder?: string | null;
  readonly secret?: string | null;
  readonly stripe?: { readonly url?: string | null; readonly secret?: string | null };
  readonly nowpayments?: { readonly url?: string | null; readonly secret?: string | null };
  readonly eppPort?: number;
  /** Port of the reseller's EPP gateway. */
  readonly resellerPort?: number;
  readonly dnsPort?: number;
  readonly smtpPort?: number;
  readonly autoApproveSeconds?: number | null;
  /** Who can reach it; default: this machine only. */
  readonly networkAccess?: Partial<NetworkAccess>;
  /** URL of the control API for browsers; default: localhost and its port. */
  readonly publicUrl?: string | null;
  /** Of the registrar account; default: generated once and stored. */
  readonly registrarPassword?: string | null;
  /** Creates and publishes the key with which the product signs its requests to the DNS provider; default: none. */
  readonly withProductKey?: boolean;
  /** PEM of that key; default: generated once and stored. */
  readonly productKey?: string | null;
  /** How long a move of the clock waits for the services to become idle; default 20 s. */
  readonly clockTimeoutMs?: number;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface EppAccount extends Address {
  readonly caPem: string;
  readonly clientId: string;
  readonly password: string;
}

export interface RunningSandbox {
  readonly controlUrl: string;
  /** Shared with the product for /services and the calls that move its clock. */
  readonly secret: string;
  readonly epp: EppAccount;
  /** A reseller's gateway to the same registry, with an account of its customer. */
  readonly reseller: EppAccount;
  readonly dns: Address;
  readonly smtp: Address;
  readonly stripe: { readonly url: string; readonly webhookSecret: string };
  readonly nowpayments: { readonly url: string; readonly ipnSecret: string };
  /** The bootstrap file (RFC 9224) that names its RDAP servers. */
  readonly rdap: { readonly bootstrapUrl: string };
  /** The API of name.com, with the product's account. */
  readonly namecom: { readonly url: string; readonly username: string; readonly token: string };
  /** The product's key for the DNS provider with Domain Connect; null unless requested. */
  readonly domainConnect: ProductKey | null;
  /** Closes every listener and finishes work in progress; safe to call twice. */
  close(): Promise<void>;
}

const registrarId = 'Nameloan';
const resellerId = 'NameloanReseller';
const dueWorkIntervalMs = 500;
const defaultClockTimeoutMs = 20_000;

export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const store = new Store(options.dataFolder ? join(options.dataFolder, 'sandbox') : undefined);
  const closers: (() => unknown)[] = [() => store.close()];
  let ending: Promise<void> | undefined;
  const end = async () => {
    for (const close of closers.reverse()) await close();
  };
  // Runs once; later calls wait for the same shutdown.
  const closeAll = () => {
    ending ??= end();
    return ending;
  };
  try {
    const context = createContext(store, options);
    const queue = openWebhookQueue(context);
    closers.push(() => queue.close());
    const routes = [
      ...controlRoutes(context, queue),
      ...withFaults(context, 'stripe', stripeRoutes(context, queue)),
      ...withFaults(context, 'nowpayments', nowpaymentsRoutes(context)),
      ...rdapRoutes(context),
      ...namecomRoutes(context),
      ...namecomControlRoutes(context),
      ...dnsProviderRoutes(context),
      ...pageRoutes(context),
    ];
    const keep = async <L extends { close(): Promise<void> }>(
      listening: Promise<L>,
    ): Promise<L> => {
      const listener = await listening;
      closers.push(() => listener.close());
      return listener;
    };
    const epp = await keep(listenEpp(context, options.eppPort ?? 0));
    const customer = resellerContext(context);
    const reseller = await keep(listenEpp(customer, options.resellerPort ?? 0));
    const dns = await keep(listenDns(context, options.dnsPort ?? 0));
    const smtp = await keep(listenSmtp(context, options.smtpPort ?? 0));
    const control = await keep(
      listenHttp(routes, { port: options.port ?? 0, ...context.networkAccess }),
    );
    context.httpPort = control.port;
    context.controlUrl = options.publicUrl ?? `http://localhost:${control.port}`;
    closers.push(runDueWork(context, queue));
    const url = `http://127.0.0.1:${control.port}`;
    return {
      controlUrl: context.controlUrl,
      secret: context.secret,
      epp: eppAccount(context, epp),
      reseller: eppAccount(customer, reseller),
      dns: { host: dns.host, port: dns.port },
      smtp: { host: smtp.host, port: smtp.port },
      stripe: { url, webhookSecret: context.webhooks.stripe.secret },
      nowpayments: { url, ipnSecret: context.webhooks.nowpayments.secret },
      rdap: { bootstrapUrl: `${url}${bootstrapPath}` },
      namecom: { url, username: namecomUser, token: getAccount(context).token },
      domainConnect: options.withProductKey
        ? await loadProductKey(context, options.productKey)
        : null,
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function createContext(store: Store, options: SandboxOptions): SandboxContext {
  const { stripe, nowpayments } = options;
  return {
    store,
    clock: openBusinessClock(store),
    networkAccess: { host: '127.0.0.1', names: [], certificate: null, ...options.networkAccess },
    registrar: {
      id: registrarId,
      password: options.registrarPassword ?? loadSecret(store, 'registrarPassword'),
    },
    accountIds: [registrarId, resellerId],
    resellerGateway: false,
    presets: {
      autoApproveSeconds: options.autoApproveSeconds ?? null,
      registryCreditExhausted: false,
      faults: {},
    },
    secret: options.secret ?? loadSecret(store, 'partsSecret'),
    webhooks: {
      stripe: {
        url: stripe?.url ?? null,
        secret: stripe?.secret ?? loadSecret(store, 'stripeWebhookSecret', stripeSecret),
      },
      nowpayments: {
        url: nowpayments?.url ?? null,
        secret: nowpayments?.secret ?? loadSecret(store, 'nowpaymentsIpnSecret'),
      },
    },
    faultCounts: new Map(),
    clockTimeoutMs: options.clockTimeoutMs ?? defaultClockTimeoutMs,
    controlUrl: '',
    httpPort: 0,
  };
}

/** The registry as the reseller's customer sees it, over the same store. */
function resellerContext(context: SandboxContext): SandboxContext {
  const password = loadSecret(context.store, 'resellerPassword');
  return { ...context, registrar: { id: resellerId, password }, resellerGateway: true };
}

function eppAccount(
  { registrar }: SandboxContext,
  { host, port, caPem }: Address & { caPem: string },
): EppAccount {
  return { host, port, caPem, clientId: registrar.id, password: registrar.password };
}

function stripeSecret(): string {
  return `whsec_${randomBytes(24).toString('hex')}`;
}

/**
 * Runs due work: approvals at the registry, expired sessions and webhook retries. One timer serves all, because each
 * timer wakes the process.
 */
function runDueWork(context: SandboxContext, queue: WebhookQueue): () => void {
  const timer = setInterval(() => {
    runDueRegistry(context);
    syncNamecom(context);
    expireCheckouts(context);
    queue.wake();
  }, dueWorkIntervalMs);
  return () => clearInterval(timer);
}
