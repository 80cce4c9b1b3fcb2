/** What the shapes of facts are made of, apart so that no two files of them need each other. */

import { z } from 'zod';

export const id = z.string().min(1).max(64);
export const at = z.iso.datetime();
export const sentence = z.string().max(2000);
export const domainName = z.string().max(253);
/**
 * AES-256-GCM with the installation's key (packages/service/src/encryption.ts); opened only while a mail is
 * written. The seal's purpose is the event's own subject.
 */
export const sealed = z.string().max(4096);

/**
 * The version before, which readers still take: `upgrade` makes it one of today. While `downgrade` stands there, the
 * fact is written in that version, for readers that know no other (docs/changing-events.md).
 */
export interface Former<T extends z.ZodType> {
  shape: z.ZodType;
  // biome-ignore lint/suspicious/noExplicitAny: what `shape` has read
  upgrade(former: any): z.input<T>;
  // biome-ignore lint/suspicious/noExplicitAny: what the shape of today has read
  downgrade?(present: any): unknown;
}

/** A version above 1 has a former one. */
export const event = <T extends z.ZodType>(version: number, shape: T, former?: Former<T>) => ({
  version,
  shape,
  former,
});
