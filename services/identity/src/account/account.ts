/** Account, and validation of its name and legal address. Pure. */

import type { ContractKind } from '@nameloan/contracts/loan';
import { readStoredCodes } from '@nameloan/countries/parse-place';
import { isLongerThan } from '@nameloan/runtime/text-length';
import { hasVisibleLetter } from '@nameloan/runtime/visible-text';
import type { KnownDevice } from '../known-device/known-devices.ts';
import type { Address, EmailChange } from './email-change.ts';
import { toAddressKeys } from './email-change.ts';
import { hasForbiddenCharacters } from './plain-text.ts';

export interface Mfa {
  /** TOTP key, base32, encrypted. */
  encryptedKey: string;
  /** Last accepted time step; codes up to it are rejected (RFC 6238 section 5.2). */
  lastStep: number;
  /** Hashes of the unused recovery codes. */
  recoveryHashes: string[];
  /** Account time of its confirmation. Absent on older ones. */
  enrolledAt?: Date;
}

export interface AddressLines {
  address1: string | null;
  address2: string | null;
  city: string | null;
  zip: string | null;
  /** The English name; in accounts of earlier releases what the user wrote, until `assignCountryCodes` has run. */
  country: string | null;
  /** ISO 3166-1 alpha-2; null without a country and for one that cannot be read. Absent until `assignCountryCodes` has run. */
  countryCode?: string | null;
  /** ISO 3166-2, for the United States and Canada. */
  subdivision?: string | null;
}

export interface Account extends AddressLines {
  id: string;
  version: number;
  name: string;
  /** As entered at registration; mail goes there. */
  email: string;
  /** The spelling of the address without case, see `toEmailKey`. Unique. */
  emailKey: string;
  /** The address in its one form, see `canonicalizeEmail`. Unique. Absent until `assignCanonicalEmails` has run. */
  canonicalEmail?: string;
  /** An older account has the same canonical address, so this one has none and is found by its spelling only. */
  sharesAddress?: boolean;
  /** Wall time; null until the mailed link is used. Absent on accounts older than this rule, which count as verified. */
  emailVerifiedAt?: Date | null;
  /** The newest change of the address; it outlives its end. Absent on older accounts. */
  emailChange?: EmailChange | null;
  /** Account time of the newest change of password, e-mail or MFA; see `security-hold.ts`. Absent without one. */
  securityChangedAt?: Date | null;
  /** Argon2id PHC string, or `unusablePassword`. */
  passwordHash: string;
  /** Account times of the last resets with a mailed link, latest first. Absent before one, and on older accounts. */
  passwordResets?: { at: Date }[];
  /** Account time of the newest stop of a transfer out that has locked the account. Absent without one. */
  transferStoppedAt?: Date | null;
  operator: boolean;
  defaultContract: ContractKind;
  mfa: Mfa | null;
  /** MFA enrolment that is not confirmed yet. */
  enrolment: { encryptedKey: string; startedAt?: Date } | null;
  /** Devices of earlier logins, latest first. Absent on older accounts: see `readKnownDevices`. */
  knownDevices?: KnownDevice[];
  createdAt: Date;
  /** Account time of the registration. Absent on older accounts, whose `createdAt` is business time. */
  registeredAt?: Date;
}

export const addressKeys = [
  'address1',
  'address2',
  'city',
  'zip',
  'country',
  'subdivision',
] as const;

const maxNameLength = 100;

/** The name with single spaces, 1 to 100 characters with a visible letter, or undefined if it is invalid. */
export function parseName(typed: string): string | undefined {
  if (isLongerThan(typed, 4 * maxNameLength) || hasForbiddenCharacters(typed)) return undefined;
  const name = typed.trim().replace(/\s+/g, ' ');
  return hasVisibleLetter(name) && !isLongerThan(name, maxNameLength) ? name : undefined;
}

export const isVerified = ({ emailVerifiedAt }: Account): boolean => emailVerifiedAt !== null;

/** Null without street, city and country, which a contract requires. */
export function toLegalAddress(account: AddressLines) {
  const { address1, address2, city, zip, country } = account;
  if (!address1 || !city || !country) return null;
  return {
    ...{ address1, address2: address2 ?? '', city, zip: zip ?? '', country },
    ...readStoredCodes({ ...account, country }),
  };
}

/** The account with another address. */
export function withAddress(account: Account, address: Address): Account {
  const { canonicalEmail: _, sharesAddress: __, ...rest } = account;
  return { ...rest, ...toAddressKeys(address) };
}
