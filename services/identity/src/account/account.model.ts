/** Collection of accounts, and what other services may know of one. */

import type { EventData } from '@nameloan/contracts/events';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { Account } from './account.ts';
import { toLegalAddress } from './account.ts';

export const accounts = defineModel<Account>('accounts', {
  label: 'account',
  fields: {
    version: Number,
    name: String,
    email: String,
    emailKey: String,
    canonicalEmail: String,
    sharesAddress: Boolean,
    emailVerifiedAt: Date,
    emailChange: nested({
      status: oneOf('PENDING', 'CONFIRMED', 'CANCELLED', 'STOPPED'),
      newEmail: String,
      former: nested({
        email: String,
        emailKey: String,
        canonicalEmail: String,
        sharesAddress: Boolean,
        verifiedAt: Date,
      }),
      hadMfa: Boolean,
      heldUntil: Date,
      stopHashes: [String],
    }),
    securityChangedAt: Date,
    passwordHash: String,
    passwordResets: listOf({ at: Date }),
    transferStoppedAt: Date,
    operator: Boolean,
    defaultContract: oneOf(0, 1),
    address1: String,
    address2: String,
    city: String,
    zip: String,
    country: String,
    countryCode: String,
    subdivision: String,
    mfa: nested({
      encryptedKey: String,
      lastStep: Number,
      recoveryHashes: [String],
      enrolledAt: Date,
    }),
    enrolment: nested({ encryptedKey: String, startedAt: Date }),
    knownDevices: listOf({ network: String, browser: String, usedAt: Date }),
    createdAt: Date,
    registeredAt: Date,
  },
  indexes: [
    [{ emailKey: 1 }, { unique: true }],
    [
      { canonicalEmail: 1 },
      { unique: true, partialFilterExpression: { canonicalEmail: { $exists: true } } },
    ],
    [{ 'emailChange.stopHashes': 1 }, { sparse: true }],
    [{ 'emailChange.former.emailKey': 1 }, { sparse: true }],
    [{ 'emailChange.former.canonicalEmail': 1 }, { sparse: true }],
    // Unverified accounts, by id.
    [{ emailVerifiedAt: 1, _id: 1 }],
    [{ operator: 1 }, { partialFilterExpression: { operator: true } }],
  ],
});

/** Payload of the `identity.account.*` events. */
export function accountEventData({
  id: accountId,
  operator,
}: Account): EventData<'identity.account.changed'> {
  return { accountId, operator };
}

/** What other services copy of an account. */
export function sharedAccountData(account: Account): ReplyPayload<'identity.account'> {
  return {
    accountId: account.id,
    version: account.version,
    name: account.name,
    email: account.email,
    operator: account.operator,
    defaultContract: account.defaultContract,
    legalAddress: toLegalAddress(account),
  };
}
