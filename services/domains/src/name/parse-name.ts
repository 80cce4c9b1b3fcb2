/** The one way in for a domain name that somebody typed: what it is called everywhere inside, or why not. */

import { isIP } from 'node:net';
import { parse } from 'tldts';
import { toASCII, toUnicode } from 'tr46';
import { NameRefused } from './name-refused.ts';

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
const longestLabel = 63;
const longestName = 253;
/** Nothing longer can become a name; it is refused before UTS-46 spends time on it. */
const longestInput = 1_000;
const longestShown = 80;

/** UTS-46, non-transitional. Lengths are checked below, where each can have its own sentence. */
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
 * Reads a typed domain name: exactly one label under a suffix of the ICANN section of the public
 * suffix list. White space around it is ignored. Throws NameRefused for everything else.
 */
export function parseName(input: string): ParsedName {
  const typed = input.trim();
  if (typed === '') throw new NameRefused('EMPTY', 'Enter a domain name, such as example.com.');
  if (typed.length > longestInput) throw tooLong();
  refuseIpAddress(typed);
  refuseUrl(typed);
  const ascii = toLabels(typed);
  refuseIpAddress(ascii);
  return registrable(ascii);
}

function toLabels(typed: string): string {
  const mapped = toASCII(typed, uts46);
  if (mapped === null) throw badCharacters(typed);
  const ascii = mapped.toLowerCase().replace(/\.$/, '');
  if (ascii === '') throw new NameRefused('EMPTY', 'Enter a domain name, such as example.com.');
  const labels = ascii.split('.');
  if (labels.includes('')) {
    throw new NameRefused(
      'EMPTY_LABEL',
      'A domain name cannot begin with a dot or have two dots in a row.',
    );
  }
  if (labels.some((label) => label.length > longestLabel)) {
    throw new NameRefused(
      'LABEL_TOO_LONG',
      `Each part of a domain name has at most ${longestLabel} characters.`,
    );
  }
  if (ascii.length > longestName) throw tooLong();
  return ascii;
}

/** Asks the public suffix list; both sections are read so that a private one can be told apart. */
function registrable(ascii: string): ParsedName {
  const found = parse(ascii, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  const suffix = found.publicSuffix;
  if (suffix === null || !(found.isIcann || found.isPrivate)) {
    throw new NameRefused(
      'UNKNOWN_SUFFIX',
      `${shown(ascii)} does not end in a known domain suffix.`,
    );
  }
  if (found.isPrivate) {
    throw new NameRefused(
      'PRIVATE_SUFFIX',
      `Names under ${shown(suffix)} belong to a hosting service, not to a registry, so they cannot be used.`,
    );
  }
  if (found.domain === null) {
    throw new NameRefused(
      'BARE_SUFFIX',
      `${shown(ascii)} is a domain suffix, not a domain name of its own.`,
    );
  }
  if (found.domain !== ascii) {
    throw new NameRefused(
      'SUBDOMAIN',
      `${shown(ascii)} is a subdomain. Use the registered name ${shown(found.domain)}.`,
      shown(found.domain),
    );
  }
  const label = ascii.slice(0, ascii.length - suffix.length - 1);
  return { ascii, unicode: toUnicode(ascii, uts46).domain, suffix, label };
}

function refuseIpAddress(text: string): void {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(bare) === 0) return;
  throw new NameRefused(
    'IP_ADDRESS',
    'That is an IP address. Enter a domain name, such as example.com.',
  );
}

function refuseUrl(typed: string): void {
  const isUrl = /[/?#@\\]/.test(typed) || /:\d*$/.test(typed) || /^[a-z][a-z0-9+.-]*:/i.test(typed);
  if (!isUrl) return;
  const suggestion = nameInUrl(typed);
  const hint = suggestion === undefined ? 'such as example.com' : `as in ${suggestion}`;
  throw new NameRefused(
    'URL',
    `That is an address. Enter only the domain name, ${hint}.`,
    suggestion,
  );
}

/** The registrable name that a pasted address or e-mail address leads to, if any. */
function nameInUrl(typed: string): string | undefined {
  const host = typed
    .replace(/^[a-z][a-z0-9+.-]*:(?!\d)/i, '')
    .replace(/^[/\\]+/, '')
    .replace(/[/?#\\].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '');
  if (host === '' || host === typed || host.length > longestInput) return undefined;
  try {
    return parseName(host).unicode;
  } catch (refused) {
    if (refused instanceof NameRefused) return refused.suggestion;
    throw refused;
  }
}

function badCharacters(typed: string): NameRefused {
  const sentence = /\s/.test(typed)
    ? 'A domain name has no spaces.'
    : typed.includes('_')
      ? 'A domain name has no underscores.'
      : 'This is not a valid domain name. Use letters, digits and hyphens, with a hyphen neither first nor last.';
  return new NameRefused('BAD_CHARACTERS', sentence);
}

function tooLong(): NameRefused {
  return new NameRefused('NAME_TOO_LONG', `A domain name has at most ${longestName} characters.`);
}

/** For a sentence: in U-labels and never longer than a line. */
function shown(ascii: string): string {
  const name = toUnicode(ascii, uts46).domain;
  return name.length <= longestShown ? name : `${name.slice(0, longestShown)}…`;
}
