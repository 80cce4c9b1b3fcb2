/** The context of every operation in the sandbox: store, clock and settings. */

import { randomBytes } from 'node:crypto';
import type { BusinessClock } from './clock/business-clock.ts';
import type { Certificate } from './epp/make-certificate.ts';
import type { Party, Settings } from './records.ts';
import type { Store } from './store.ts';

/** Who can reach the sandbox; by default only this machine. */
export interface NetworkAccess {
  /** Address to which every listener binds. */
  readonly host: string;
  /** Accepted host names in addition to those of this machine. */
  readonly names: readonly string[];
  /** For the registry's and the mail server's TLS; null: the registry creates one, and mail is not encrypted. */
  readonly certificate: Certificate | null;
}

export interface SandboxContext {
  readonly store: Store;
  readonly networkAccess: NetworkAccess;
  readonly clock: BusinessClock;
  /** The registrar account that the product logs in with. */
  readonly registrar: { readonly id: string; readonly password: string };
  /** Ids of all accounts of the product: the registry queues messages for no other registrar. */
  readonly accountIds: readonly string[];
  /** True: the registrar is a reseller's customer and sees the reseller's gateway. */
  readonly resellerGateway: boolean;
  /** Where providers send their webhooks; without a URL they stay in the queue. */
  readonly webhooks: {
    readonly stripe: WebhookTarget;
    readonly nowpayments: WebhookTarget;
  };
  /** Shared with the product's services; proves that a request comes from the sandbox or a service. */
  readonly secret: string;
  /** The settings before any PUT /settings. */
  readonly presets: Settings;
  /** How many requests each party's fault has affected since it started; in memory only. */
  readonly faultCounts: Map<Party, number>;
  /** How long a move of the clock waits for the services to become idle, in wall time. */
  readonly clockTimeoutMs: number;
  /** URL of the control API and the payment pages, known once the server listens. */
  controlUrl: string;
  /** The port that serves it, known at the same time. */
  httpPort: number;
}

export interface WebhookTarget {
  readonly url: string | null;
  readonly secret: string;
}

/** Returns a stored secret, which `make` creates the first time. */
export function loadSecret(
  store: Store,
  name: string,
  make = () => randomBytes(18).toString('base64url'),
): string {
  const kept = store.table('values').get(name);
  if (typeof kept === 'string') return kept;
  const fresh = make();
  store.commit(['values', name, fresh]);
  return fresh;
}
