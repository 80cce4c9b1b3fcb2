/** Building blocks of event schemas. */

import { z } from 'zod';

export const id = z.string().min(1).max(64);
export const at = z.iso.datetime();
/** A sentence in an event of release 0.1.0; events now carry codes and data. */
export const sentence = z.string().max(2000);
/** The sentence of an event of release 0.1.0 that has no code. Its reason has the code OTHER, which is never published. */
export const formerText = sentence.nullable().default(null);
export const domainName = z.string().max(253);
/**
 * What registry and registrar publish about a domain's registration, as far as listings are found by it. Null and UNKNOWN:
 * they don't say, or the registry has no such name.
 */
export const registration = z.object({
  registrar: z
    .object({ name: z.string().max(200).nullable(), ianaId: z.number().int().nullable() })
    .nullable(),
  registeredAt: at.nullable(),
  expiresAt: at.nullable(),
  dnssec: z.enum(['SIGNED', 'UNSIGNED', 'UNKNOWN']),
});
/**
 * Encrypted with the installation's key (packages/security/src/encryption.ts), with the event's subject as purpose;
 * decrypted only while a mail is written.
 */
export const sealed = z.string().max(4096);

/**
 * The former version, which consumers still read; `upgrade` converts it. While there is a `downgrade`, events are
 * published in the former version for consumers that know no other (docs/changing-events.md).
 */
export interface Former<T extends z.ZodType> {
  shape: z.ZodType;
  // biome-ignore lint/suspicious/noExplicitAny: the output of `shape`
  upgrade(former: any): z.input<T>;
  // biome-ignore lint/suspicious/noExplicitAny: the output of the present shape
  downgrade?(present: any): unknown;
}

/** `former` is required for versions above 1. */
export const event = <T extends z.ZodType>(
  version: number,
  shape: T,
  former?: Former<NoInfer<T>>,
) => ({
  version,
  shape,
  former,
});
