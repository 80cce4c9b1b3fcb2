/** Parses a domain name entered by a user into its canonical form, or throws an InvalidNameError. */

import { isIP } from 'node:net';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import { parse } from 'tldts';
import { toASCII, toUnicode } from 'tr46';
import { InvalidNameError } from './invalid-name-error.ts';

export interface ParsedName {
  /** The key: lower-case A-labels, no final dot. */
  readonly ascii: string;
  /** The same name in U-labels, for display. */
  readonly unicode: string;
  /** The public suffix under which it is registered, as A-labels (`com`, `co.uk`). */
  readonly suffix: string;
  /** The one label left of the suffix, as an A-label. */
  readonly label: string;
}

/** RFC 1035 section 2.3.4: octets of a label, and characters of a whole name without its final dot. */
const maxLabelLength = 63;
const maxNameLength = 253;
/** Longer input cannot be a name and is rejected before UTS-46 processing. */
const maxInputLength = 1_000;
const maxDisplayLength = 80;

/** UTS-46, non-transitional. Lengths are checked below, each with its own message. */
const uts46 = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  ignoreInvalidPunycode: false,
  transitionalProcessing: false,
  useSTD3ASCIIRules: true,
  verifyDNSLength: false,
} as const;

/**
 * Accepts exactly one label under a suffix in the ICANN section of the public suffix list, and ignores
 * surrounding white space. Throws InvalidNameError for anything else.
 */
export function parseName(input: string): ParsedName {
  const typed = input.trim();
  if (typed === '')
    throw new InvalidNameError('EMPTY', 'Enter a domain name, such as example.com.');
  if (typed.length > maxInputLength) throw tooLong();
  rejectIpAddress(typed);
  rejectUrl(typed);
  const ascii = toAscii(typed);
  rejectIpAddress(ascii);
  return toRegistrableName(ascii);
}

function toAscii(typed: string): string {
  const mapped = toASCII(typed, uts46);
  if (mapped === null) throw badCharacters(typed);
  const ascii = mapped.toLowerCase().replace(/\.$/, '');
  if (ascii === '')
    throw new InvalidNameError('EMPTY', 'Enter a domain name, such as example.com.');
  const labels = ascii.split('.');
  if (labels.includes('')) {
    throw new InvalidNameError(
      'EMPTY_LABEL',
      'A domain name cannot begin with a dot or have two dots in a row.',
    );
  }
  if (labels.some((label) => label.length > maxLabelLength)) {
    throw new InvalidNameError(
      'LABEL_TOO_LONG',
      `Each part between the dots has at most ${maxLabelLength} characters.`,
    );
  }
  if (ascii.length > maxNameLength) throw tooLong();
  return ascii;
}

/** Looks the name up in both sections of the public suffix list, so that private suffixes get their own message. */
function toRegistrableName(ascii: string): ParsedName {
  const found = parse(ascii, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  const suffix = found.publicSuffix;
  if (suffix === null || !(found.isIcann || found.isPrivate)) {
    throw new InvalidNameError(
      'UNKNOWN_SUFFIX',
      `${formatName(ascii)} does not end in a known domain suffix.`,
    );
  }
  if (found.isPrivate) {
    throw new InvalidNameError(
      'PRIVATE_SUFFIX',
      `Names under ${formatName(suffix)} belong to a hosting service, not to a registry, so they cannot be used.`,
    );
  }
  if (found.domain === null) {
    throw new InvalidNameError(
      'BARE_SUFFIX',
      `${formatName(ascii)} is a domain suffix, not a domain name.`,
    );
  }
  if (found.domain !== ascii) {
    throw new InvalidNameError(
      'SUBDOMAIN',
      `${formatName(ascii)} is a subdomain. Use the registered name ${formatName(found.domain)}.`,
      formatName(found.domain),
    );
  }
  const label = ascii.slice(0, ascii.length - suffix.length - 1);
  return { ascii, unicode: toUnicode(ascii, uts46).domain, suffix, label };
}

function rejectIpAddress(text: string): void {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(bare) === 0) return;
  throw new InvalidNameError(
    'IP_ADDRESS',
    'That is an IP address. Enter a domain name, such as example.com.',
  );
}

function rejectUrl(typed: string): void {
  const isUrl = /[/?#@\\]/.test(typed) || /:\d*$/.test(typed) || /^[a-z][a-z0-9+.-]*:/i.test(typed);
  if (!isUrl) return;
  const suggestion = nameInUrl(typed);
  const hint = suggestion === undefined ? 'such as example.com' : `as in ${suggestion}`;
  throw new InvalidNameError(
    'URL',
    `That is an address. Enter only the domain name, ${hint}.`,
    suggestion,
  );
}

/** The registrable name in a pasted URL or e-mail address, if any. */
function nameInUrl(typed: string): string | undefined {
  const host = typed
    .replace(/^[a-z][a-z0-9+.-]*:(?!\d)/i, '')
    .replace(/^[/\\]+/, '')
    .replace(/[/?#\\].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '');
  if (host === '' || host === typed || host.length > maxInputLength) return undefined;
  try {
    return parseName(host).unicode;
  } catch (error) {
    if (error instanceof InvalidNameError) return error.suggestion;
    throw error;
  }
}

function badCharacters(typed: string): InvalidNameError {
  const message = /\s/.test(typed)
    ? 'A domain name cannot contain spaces.'
    : typed.includes('_')
      ? 'A domain name cannot contain underscores.'
      : (describeHyphens(typed) ??
        'This is not a valid domain name. Use letters, digits and hyphens, with a hyphen neither first nor last.');
  return new InvalidNameError('BAD_CHARACTERS', message);
}

/** RFC 5891 section 4.2.3.1 reserves hyphens in the third and fourth place; `xn--` starts a name in Punycode. */
function describeHyphens(typed: string): string | undefined {
  const text = normalizeText(typed, { form: 'NFKC', maxCodeUnits: maxInputLength }) ?? typed;
  const labels = text.split(/[.\u3002]/u);
  const reserved = labels.find((label) => /^..--/u.test(label));
  if (reserved === undefined) return undefined;
  return /^xn--/i.test(reserved)
    ? 'The part after xn-- is not valid Punycode. Enter the name in its own letters instead.'
    : 'Hyphens in the third and fourth place are reserved for international names, so no registry takes this one.';
}

function tooLong(): InvalidNameError {
  return new InvalidNameError(
    'NAME_TOO_LONG',
    `A domain name has at most ${maxNameLength} characters.`,
  );
}

/** The name for use in a message: in U-labels and shortened. */
function formatName(ascii: string): string {
  const name = toUnicode(ascii, uts46).domain;
  return name.length <= maxDisplayLength ? name : `${name.slice(0, maxDisplayLength)}…`;
}
