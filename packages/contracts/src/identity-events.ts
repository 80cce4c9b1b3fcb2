/** The events of identity. They carry ids; consumers request an account's data (`identity.account`). */

import { z } from 'zod';
import { at, event, id, sealed } from './event-shapes.ts';
import { payeeKinds } from './payee.ts';

/** Operator rights are no personal data, and some consumers need nothing else. */
const account = z.object({ accountId: id, operator: z.boolean() });
const formerAccount = account.extend({
  name: z.string(),
  email: z.string(),
  defaultContract: z.union([z.literal(0), z.literal(1)]),
  legalAddress: z
    .object({
      address1: z.string(),
      address2: z.string(),
      city: z.string(),
      zip: z.string(),
      country: z.string(),
    })
    .nullable(),
});
const accountEvent = () =>
  event(2, account, {
    shape: formerAccount,
    upgrade: ({ accountId, operator }) => ({ accountId, operator }),
  });

/**
 * What is always mailed to the account. EMAIL_ACCEPTED: the account is older than verification and counts as verified. MFA_ENDED: by staff, because it was lost. SESSION_STOLEN: a refresh token
 * was used again in a way that is not a retry, and its session has ended.
 */
export const securityChanges = [
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
  'MFA_ENABLED',
  'MFA_DISABLED',
  'MFA_ENDED',
  'RECOVERY_CODE_USED',
  'SESSION_STOLEN',
  'EMAIL_CHANGED',
  'EMAIL_CHANGE_STOPPED',
  'EMAIL_ACCEPTED',
  'PAYEE_CHANGE_STOPPED',
] as const;
export type SecurityChange = (typeof securityChanges)[number];

/** The client of a security change: its address and browser line. */
export const securityClient = z.object({ ip: z.string(), userAgent: z.string().max(300) });
export type SecurityClient = z.output<typeof securityClient>;

const securityChange = z.object({
  accountId: id,
  change: z.enum(securityChanges),
  at,
  /** How many are left, where one was used. */
  recoveryCodesLeft: z.number().int().nullable(),
});
/** What the encrypted part of `identity.link.requested` contains. */
export const accountLink = z.object({
  token: z.string(),
  /** Where it is mailed, which need not be the account's present address. */
  email: z.string(),
  /** STOP_EMAIL_CHANGE. */
  newEmail: z.string().optional(),
  /** STOP_LOGIN. */
  client: securityClient.optional(),
  /** STOP_PAYEE_CHANGE. */
  payee: z
    .object({
      kind: z.enum(payeeKinds),
      holder: z.string(),
      masked: z.string(),
      /** The short form of the details that stay valid until then; null for a new payee. */
      formerMasked: z.string().nullable(),
      effectiveAt: at,
    })
    .optional(),
});
export type AccountLink = z.output<typeof accountLink>;

const link = z.object({ accountId: id, sealedToken: sealed, expiresAt: at });

export const identityEvents = {
  'identity.account.registered': accountEvent(),
  'identity.account.changed': accountEvent(),
  /** It never had anything; copies of it are deleted too. */
  'identity.account.deleted': event(1, z.object({ accountId: id })),
  'identity.session.revoked': event(
    1,
    z.object({
      sessionId: id,
      accountId: id,
      reason: z.enum([
        'LOGOUT',
        'RESET',
        'PASSWORD_CHANGED',
        'ENDED_BY_USER',
        'TOKEN_THEFT',
        'MFA_ENDED',
      ]),
    }),
  ),
  /**
   * `sealedClient`: the client as JSON, null if staff did it. It is in the event because identity does not keep it: the
   * session may have ended since. `formerClient`: of an event of version 1, which was not encrypted; never published.
   */
  'identity.account.security-changed': event(
    2,
    securityChange.extend({
      sealedClient: sealed.nullable(),
      formerClient: securityClient.nullable().default(null),
    }),
    {
      shape: securityChange.extend({ from: securityClient.nullable() }),
      upgrade: ({ from, ...rest }) => ({ ...rest, sealedClient: null, formerClient: from }),
    },
  ),
  /** `sealedToken` is in the event because identity keeps only its hash. */
  'identity.reset.requested': event(2, link, {
    shape: link.extend({ name: z.string(), email: z.string() }),
    upgrade: ({ accountId, sealedToken, expiresAt }) => ({ accountId, sealedToken, expiresAt }),
  }),
  /** A link that verifies the account's address. `sealedToken` is in the event because identity keeps only its hash. */
  'identity.verification.requested': event(1, link),
  /**
   * A link that is mailed to one address. CONFIRM_EMAIL: confirms a new address. STOP_EMAIL_CHANGE, STOP_LOGIN,
   * STOP_PAYEE_CHANGE: undo without a login. `sealedLink`: see `accountLink`; identity keeps only the token's hash.
   */
  'identity.link.requested': event(
    1,
    z.object({
      accountId: id,
      kind: z.enum(['CONFIRM_EMAIL', 'STOP_EMAIL_CHANGE', 'STOP_LOGIN', 'STOP_PAYEE_CHANGE']),
      sealedLink: sealed,
      expiresAt: at,
    }),
  ),
  /**
   * Lending informs the other party of each open loan that names the payee. ADDED, CHANGED: `version` was entered and is
   * valid from `effectiveAt`, account time. WITHDRAWN: by its owner, before it was valid. STOPPED: by a mailed link, also
   * if it was valid; an earlier version is valid again. REMOVED: nothing of the payee is valid any more, because its
   * owner deleted it or stopped its addition.
   */
  'identity.payee.changed': event(
    1,
    z.object({
      accountId: id,
      payeeId: id,
      version: z.number().int(),
      effectiveAt: at,
      change: z.enum(['ADDED', 'CHANGED', 'WITHDRAWN', 'STOPPED', 'REMOVED']),
    }),
  ),
} as const;
