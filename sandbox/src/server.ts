/**
 * Starts and stops the whole outside world in one process: registry, DNS, mail, payment providers,
 * control API and page, over one store.
 */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openBusinessClock } from './clock/business-clock.ts';
import { controlRoutes } from './control/control-routes.ts';
import { listenDns } from './dns/listen-dns.ts';
import { listenEpp } from './epp/listen-epp.ts';
import { withFaults } from './faults/fail-http.ts';
import { listenHttp } from './http/router.ts';
import { listenSmtp } from './mail/listen-smtp.ts';
import { pageRoutes } from './page/page-routes.ts';
import { expireCheckouts } from './payments/act-on-checkout.ts';
import { nowpaymentsRoutes } from './payments/nowpayments-routes.ts';
import { stripeRoutes } from './payments/stripe-routes.ts';
import { runDueRegistry } from './registry/registry.ts';
import type { NetworkAccess, SandboxContext } from './sandbox-context.ts';
import { loadSecret } from './sandbox-context.ts';
import { Store } from './store.ts';
import type { WebhookQueue } from './webhook/deliver-webhooks.ts';
import { openWebhookQueue } from './webhook/deliver-webhooks.ts';

/** Everything may be left out; secrets left out are made once and kept. */
export interface SandboxOptions {
  /** Control port; 0 or absent takes a free one. */
  readonly port?: number;
  /** The state goes to its folder `sandbox`; absent: kept in memory only. */
  readonly dataFolder?: string | null;
  readonly secret?: string | null;
  readonly stripe?: { readonly url?: string | null; readonly secret?: string | null };
  readonly nowpayments?: { readonly url?: string | null; readonly secret?: string | null };
  readonly eppPort?: number;
  readonly dnsPort?: number;
  readonly smtpPort?: number;
  readonly autoApproveSeconds?: number | null;
  /** Who reaches it; default: this machine alone. */
  readonly networkAccess?: Partial<NetworkAccess>;
  /** Where people's browsers reach the control API; default: localhost and its port. */
  readonly publicUrl?: string | null;
  /** Of the registrar account; default: made once and kept. */
  readonly registrarPassword?: string | null;
  /** How long a move of the clock waits for the parts to come to rest; default 20 s. */
  readonly clockTimeoutMs?: number;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface RunningSandbox {
  readonly controlUrl: string;
  /** Shared with the product for /parts and the calls that move its clock. */
  readonly secret: string;
  readonly epp: Address & {
    readonly caPem: string;
    readonly clientId: string;
    readonly password: string;
  };
  readonly dns: Address;
  readonly smtp: Address;
  readonly stripe: { readonly url: string; readonly webhookSecret: string };
  readonly nowpayments: { readonly url: string; readonly ipnSecret: string };
  /** Ends every listener and keeps what is on its way; safe to call twice. */
  close(): Promise<void>;
}

const registrarId = 'Nameloan';
const dueWorkIntervalMs = 500;
const defaultClockTimeoutMs = 20_000;

export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const store = new Store(options.dataFolder ? join(options.dataFolder, 'sandbox') : undefined);
  const closers: (() => unknown)[] = [() => store.close()];
  let ending: Promise<void> | undefined;
  const end = async () => {
    for (const close of closers.reverse()) await close();
  };
  // Once, and whoever asks again waits for it too.
  const closeAll = () => {
    ending ??= end();
    return ending;
  };
  try {
    const world = createContext(store, options);
    const queue = openWebhookQueue(world);
    closers.push(() => queue.close());
    const routes = [
      ...controlRoutes(world, queue),
      ...withFaults(world, 'stripe', stripeRoutes(world, queue)),
      ...withFaults(world, 'nowpayments', nowpaymentsRoutes(world)),
      ...pageRoutes(world),
    ];
    const keep = async <L extends { close(): Promise<void> }>(
      listening: Promise<L>,
    ): Promise<L> => {
      const listener = await listening;
      closers.push(() => listener.close());
      return listener;
    };
    const epp = await keep(listenEpp(world, options.eppPort ?? 0));
    const dns = await keep(listenDns(world, options.dnsPort ?? 0));
    const smtp = await keep(listenSmtp(world, options.smtpPort ?? 0));
    const control = await keep(
      listenHttp(routes, { port: options.port ?? 0, ...world.networkAccess }),
    );
    world.controlUrl = options.publicUrl ?? `http://localhost:${control.port}`;
    closers.push(runDueWork(world, queue));
    const url = `http://127.0.0.1:${control.port}`;
    return {
      controlUrl: world.controlUrl,
      secret: world.secret,
      epp: {
        host: epp.host,
        port: epp.port,
        caPem: epp.caPem,
        clientId: world.registrar.id,
        password: world.registrar.password,
      },
      dns: { host: dns.host, port: dns.port },
      smtp: { host: smtp.host, port: smtp.port },
      stripe: { url, webhookSecret: world.webhooks.stripe.secret },
      nowpayments: { url, ipnSecret: world.webhooks.nowpayments.secret },
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
  };
}

function stripeSecret(): string {
  return `whsec_${randomBytes(24).toString('hex')}`;
}

/**
 * Silence and automatic approval at the registry, sessions that expire, and calls to be tried again need no caller.
 * One timer for all: each wakes the process.
 */
function runDueWork(world: SandboxContext, queue: WebhookQueue): () => void {
  const timer = setInterval(() => {
    runDueRegistry(world);
    expireCheckouts(world);
    queue.wake();
  }, dueWorkIntervalMs);
  return () => clearInterval(timer);
}
