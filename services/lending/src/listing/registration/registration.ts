/** A listed domain's registration, in the form in which listings are found by it. Pure. */

import type { EventData } from '@nameloan/contracts/events';
import { foldCase } from '../search-words.ts';

type Registration = EventData<'domains.domain.registration-reported'>['registration'];

export interface ListedRegistration {
  /** Version of the domain at which it had this registration; older events are ignored. */
  version: number;
  /** The registrar's id in IANA's list. */
  registrarId: number | null;
  /** Words of the registrar's name in lower case; empty if it is unknown. */
  registrarWords: string[];
  registeredAt: Date | null;
  expiresAt: Date | null;
  /** Null if unknown. */
  dnssec: 'SIGNED' | 'UNSIGNED' | null;
}

/** Of a name with more words, only the first ones are found. */
const maxRegistrarWords = 16;

/** `version`: of the domain in the reply or event. */
export function toListedRegistration(
  { registrar, registeredAt, expiresAt, dnssec }: Registration,
  version: number,
): ListedRegistration {
  return {
    version,
    registrarId: registrar?.ianaId ?? null,
    registrarWords: listRegistrarWords(registrar?.name ?? ''),
    registeredAt: registeredAt === null ? null : new Date(registeredAt),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    dnssec: dnssec === 'UNKNOWN' ? null : dnssec,
  };
}

/** Split at spaces, as a search is; so `GoDaddy.com, LLC` is found by `godaddy`, `godaddy.com` and `llc`. */
function listRegistrarWords(name: string): string[] {
  const words = foldCase(name).split(/\s+/u).slice(0, maxRegistrarWords);
  return [...new Set(words.map((word) => word.replace(/^[.-]+/, '')))].filter(Boolean);
}
