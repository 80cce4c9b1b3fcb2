/** Account, and validation of its name, e-mail address and legal address. Pure. */

import type { ContractKind } from '@nameloan/contracts/loan';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import { hasVisibleLetter } from '@nameloan/runtime/visible-text';
import type { KnownDevice } from '../known-device/known-devices.ts';
import { hasForbiddenCharacters } from './plain-text.ts';

export interface Mfa {
  /** TOTP key, base32, encrypted. */
  encryptedKey: string;
  /** Last accepted time step; codes up to it are rejected (RFC 6238 section 5.2). */
  lastStep: number;
  /** Hashes of the unused recovery codes. */
  recoveryHashes: string[];
}

export interface AddressLines {
  address1: string | null;
  address2: string | null;
  city: string | null;
  zip: string | null;
  country: string | null;
}

export interface Account extends AddressLines {
  id: string;
  version: number;
  name: string;
  /** As entered at registration; mail goes there. */
  email: string;
  /** Normalised address, see `toEmailKey`. Unique. */
  emailKey: string;
  /** Wall time; null until the mailed link is used. Absent on accounts older than this rule, which count as verified. */
  emailVerifiedAt?: Date | null;
  /** Argon2id PHC string. */
  passwordHash: string;
  operator: boolean;
  defaultContract: ContractKind;
  mfa: Mfa | null;
  /** MFA enrolment that is not confirmed yet. */
  enrolment: { encryptedKey: string } | null;
  /** Devices of earlier logins, latest first. Absent on older accounts: see `readKnownDevices`. */
  knownDevices?: KnownDevice[];
  createdAt: Date;
}

export const addressKeys = ['address1', 'address2', 'city', 'zip', 'country'] as const;

const maxEmailLength = 254;
const maxNameLength = 100;
/** Text, @, text, dot, text; without characters that are syntax in a mail header. */
const emailPattern = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\]+$/;

/** The trimmed address, or undefined if it is invalid. */
export function parseEmail(typed: string): string | undefined {
  const email = typed.trim();
  const fits =
    email.length <= maxEmailLength && !hasForbiddenCharacters(email) && emailPattern.test(email);
  return fits ? email : undefined;
}

/** Normalised form for comparison, without case. */
export function toEmailKey(email: string): string {
  const typed = email.trim();
  return (
    normalizeText(typed, { form: 'NFC', maxCodeUnits: maxEmailLength }) ?? typed
  ).toLowerCase();
}

/** The name with single spaces, 1 to 100 characters with a visible letter, or undefined if it is invalid. */
export function parseName(typed: string): string | undefined {
  if (typed.length > 4 * maxNameLength || hasForbiddenCharacters(typed)) return undefined;
  const name = typed.trim().replace(/\s+/g, ' ');
  return hasVisibleLetter(name) && [...name].length <= maxNameLength ? name : undefined;
}

export const isVerified = ({ emailVerifiedAt }: Account): boolean => emailVerifiedAt !== null;

/** Null without street, city and country, which a contract requires. */
export function toLegalAddress(account: AddressLines) {
  const { address1, address2, city, zip, country } = account;
  if (!address1 || !city || !country) return null;
  return { address1, address2: address2 ?? '', city, zip: zip ?? '', country };
}
