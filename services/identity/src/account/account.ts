/** What an account is, and the rules for its name, e-mail and address; pure. */

import type { ContractKind } from '@nameloan/contracts/loan.ts';
import { normalizeText } from '@nameloan/service/normalize-text.ts';
import type { KnownDevice } from '../known-device/known-devices.ts';
import { hasForbiddenCharacters } from './plain-text.ts';

export interface Mfa {
  /** TOTP key, base32, sealed. */
  sealedKey: string;
  /** Last time step whose code was taken (RFC 6238 section 5.2): none up to it is taken again. */
  lastStep: number;
  /** Recovery codes not used yet, hashed. */
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
  /** As it was typed at registration; mail goes there. */
  email: string;
  /** What makes two e-mails the same: see `emailKeyOf`. Unique. */
  emailKey: string;
  /** PHC string of argon2id. */
  passwordHash: string;
  operator: boolean;
  defaultContract: ContractKind;
  mfa: Mfa | null;
  /** An enrolment that waits for its first code. */
  enrolment: { sealedKey: string } | null;
  /** Where it was signed in, the latest first. Absent on accounts from before this was kept: see `knownPlacesOf`. */
  knownDevices?: KnownDevice[];
  createdAt: Date;
}

export const addressKeys = ['address1', 'address2', 'city', 'zip', 'country'] as const;

const maxEmailLength = 254;
const maxNameLength = 100;
/** requirements.txt section 5: text, @, text, dot, text; without what a mail header reads as syntax. */
const emailPattern = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\]+$/;

/** The trimmed e-mail, or undefined when it is none. */
export function parseEmail(typed: string): string | undefined {
  const email = typed.trim();
  const fits =
    email.length <= maxEmailLength && !hasForbiddenCharacters(email) && emailPattern.test(email);
  return fits ? email : undefined;
}

/** The key under which e-mails are compared: case does not count. */
export function toEmailKey(email: string): string {
  const typed = email.trim();
  return (
    normalizeText(typed, { form: 'NFC', mostCodeUnits: maxEmailLength }) ?? typed
  ).toLowerCase();
}

/** A loan's history names the platform so; a person of that name would pass for it. */
const platformNames = new Set(['system', 'nameloan']);

/** The name in single spaces, 1 to 100 characters of which one can be seen, or undefined when it is none. */
export function parseName(typed: string): string | undefined {
  if (typed.length > 4 * maxNameLength || hasForbiddenCharacters(typed)) return undefined;
  const name = typed.trim().replace(/\s+/g, ' ');
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name) || platformNames.has(name.toLowerCase()))
    return undefined;
  return [...name].length <= maxNameLength ? name : undefined;
}

/** Null until there is a street, a city and a country: less is no address that a contract can name. */
export function toLegalAddress(account: AddressLines) {
  const { address1, address2, city, zip, country } = account;
  if (!address1 || !city || !country) return null;
  return { address1, address2: address2 ?? '', city, zip: zip ?? '', country };
}
