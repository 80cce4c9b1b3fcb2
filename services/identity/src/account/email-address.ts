/** E-mail addresses: what is accepted, and the forms in which they are compared. Pure. */

import { isIP } from 'node:net';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import { toASCII } from 'tr46';
import { hasForbiddenCharacters } from './plain-text.ts';

/** RFC 5321 section 4.5.3.1, and RFC 1035 section 2.3.4, in octets. */
const maxLength = 254;
const maxLocalPartLength = 64;
const maxLabelLength = 63;
/** Text, @, text, dot, text; without characters that are syntax in a mail header. */
const pattern = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\]+$/;

/** UTS-46 for mail domains: it only maps, since a server may have a name that no registry would accept. */
const uts46 = {
  checkBidi: true,
  checkHyphens: false,
  checkJoiners: true,
  ignoreInvalidPunycode: false,
  transitionalProcessing: false,
  useSTD3ASCIIRules: false,
  verifyDNSLength: false,
} as const;

/** The trimmed address, or undefined if it is not one. Accounts of earlier releases have addresses that no server can deliver to. */
export function parseEmail(typed: string): string | undefined {
  const email = typed.trim();
  const fits = email.length <= maxLength && !hasForbiddenCharacters(email) && pattern.test(email);
  return fits ? email : undefined;
}

/** The same for a new account: also undefined if no server can deliver to the address. */
export function parseNewEmail(typed: string): string | undefined {
  const email = parseEmail(typed);
  return email !== undefined && canonicalizeEmail(email) !== undefined ? email : undefined;
}

/** The spelling without case, for addresses as they were typed. */
export function toEmailKey(email: string): string {
  const typed = email.trim();
  return (normalizeText(typed, { form: 'NFC', maxCodeUnits: maxLength }) ?? typed).toLowerCase();
}

/**
 * The one form of an address: without case, the domain in A-labels (UTS-46). Undefined if no server can deliver to it:
 * dots without text between them, an over-long part, a domain that UTS-46 cannot map, an IP address.
 */
export function canonicalizeEmail(email: string): string | undefined {
  const key = toEmailKey(email);
  const at = key.lastIndexOf('@');
  const local = key.slice(0, at);
  const domain = toASCII(key.slice(at + 1), uts46)?.toLowerCase();
  if (domain === undefined || !isDeliverableDomain(domain)) return undefined;
  if (local.endsWith('.') || local.includes('..')) return undefined;
  const canonical = `${local}@${domain}`;
  return Buffer.byteLength(local) <= maxLocalPartLength && Buffer.byteLength(canonical) <= maxLength
    ? canonical
    : undefined;
}

function isDeliverableDomain(domain: string): boolean {
  const labels = domain.split('.');
  if (labels.length < 2 || labels.some((label) => label === '' || label.length > maxLabelLength))
    return false;
  // A name whose last label is a number is read as an IPv4 address (WHATWG URL).
  return isIP(domain) === 0 && !/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
}
