/**
 * The responses of name.com's Core API v1 that we read, as far as we read them (its OpenAPI description, versions 1.7 to
 * 1.35). Fields that it adds are ignored.
 */

import { z } from 'zod';

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** US dollars; null: not sold. */
const price = z.number().nonnegative().nullable();

export const transferShape = z.object({
  domainName: z.string(),
  /** A string and not the known states, because a state may be added. */
  status: z.string(),
});

export const transferListShape = z.object({
  transfers: z.array(transferShape).default([]),
  nextPage: z.number().int().positive().nullish(),
});

export const newTransferShape = z.object({
  order: z.number().int(),
  totalPaid: z.number(),
  transfer: transferShape,
});

export const domainShape = z.object({
  domainName: z.string(),
  createDate: time.nullish(),
  expireDate: time,
  autorenewEnabled: z.boolean().default(false),
  /** The lock against transfers. */
  locked: z.boolean().default(false),
  /** Names of statuses as in EPP, or of locks as in `RegistrarLock`. */
  locks: z.array(z.string()).default([]),
  /** Until then the policy lock that follows a transfer cannot be lifted. */
  transferLockExpiresAt: time.nullish(),
  nameservers: z.array(z.string()).default([]),
});
export type NamecomDomain = z.output<typeof domainShape>;

export const renewalShape = z.object({
  domain: z.object({ expireDate: time }).optional(),
  order: z.number().int().optional(),
});

export const pricingShape = z.object({
  premium: z.boolean(),
  renewalPrice: price,
  transferPrice: price,
});

/** Whether the name is in any account at name.com. */
export const eligibilityShape = z.object({ atName: z.boolean() });

export const authCodeShape = z.object({ authCode: z.string().min(1).max(255) });

export const subscriptionsShape = z.object({
  subscriptions: z
    .array(z.object({ eventName: z.string(), url: z.string(), active: z.boolean() }))
    .default([]),
});

export const errorShape = z.object({
  message: z.string().default(''),
  details: z.string().nullish(),
});

/** Any success. */
export const anyShape = z.unknown();
