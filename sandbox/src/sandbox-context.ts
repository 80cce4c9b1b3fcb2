/** What every use case of the sandbox works on: one store, one clock, the sandbox's own settings. */

import { randomBytes } from 'node:crypto';
import type { BusinessClock } from './clock/business-clock.ts';
import type { Certificate } from './epp/make-certificate.ts';
import type { Party, Settings } from './records.ts';
import type { Store } from './store.ts';

/** Who reaches the sandbox; without a word programs of this machine alone. */
export interface NetworkAccess {
  /** Address that every listener binds to. */
  readonly host: string;
  /** Host names that calls may bear beside those of this machine. */
  readonly names: readonly string[];
  /** Of the registry's and the mail server's TLS; null: the registry makes one, and mail stays in clear. */
  readonly certificate: Certificate | null;
}

export interface SandboxContext {
  readonly store: Store;
  readonly networkAccess: NetworkAccess;
  readonly clock: BusinessClock;
  /** The registrar account that the product logs in with. */
  readonly registrar: { readonly id: string; readonly password: string };
  /** Where providers send their signed calls; a missing URL leaves its calls waiting in the queue. */
  readonly webhooks: {
    readonly stripe: WebhookTarget;
    readonly nowpayments: WebhookTarget;
  };
  /** Shared with the product; proves that a part, and not a web page, moves the clock. */
  readonly secret: string;
  /** The settings until PUT /settings says otherwise. */
  readonly presets: Settings;
  /** How many requests each party's fault has struck since it was put; forgotten with the process. */
  readonly faultCounts: Map<Party, number>;
  /** How long a move of the clock waits for the parts to come to rest, in milliseconds of wall time. */
  readonly clockTimeoutMs: number;
  /** Where the control API and the payer's pages are, known once it listens. */
  controlUrl: string;
}

export interface WebhookTarget {
  readonly url: string | null;
  readonly secret: string;
}

/** A secret kept in the store: made by `make` the first time, the same ever after. */
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
