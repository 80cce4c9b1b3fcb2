/** Filters of listings by the registration of their domains. An unknown value matches no filter. */

import type { Filter } from '@nameloan/persistence/entity';
import { now } from '@nameloan/runtime/clock';
import type { Listing } from '../listing.model.ts';
import { parsePrefixRanges, validateSearchText, validateWordCount } from '../search-words.ts';

export interface RegistrationFilter {
  registrar?: string | null;
  minAgeDays?: number | null;
  expiresAfter?: Date | string | null;
  dnssec?: 'SIGNED' | 'UNSIGNED' | null;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** A hundred years, more than any registration has lasted. */
const maxAgeDays = 36_500;

/** Error sentences by field. */
export function validateRegistrationFilter({
  registrar,
  minAgeDays,
}: RegistrationFilter): Record<string, string> {
  const error = validateSearchText(registrar, 'registrar') ?? validateWordCount(registrar ?? '');
  const isAge = minAgeDays == null || (minAgeDays >= 0 && minAgeDays <= maxAgeDays);
  return {
    ...(error === null ? {} : { registrar: error }),
    ...(isAge ? {} : { minAgeDays: 'Enter a number of days from 0 to 36,500.' }),
  };
}

/** An IANA id, also as reports show it: "IANA 146". */
const ianaIdPattern = /^(?:iana\s*)?(\d{1,7})$/i;

/** One condition per word: the registrar has a word with each prefix, or it has the IANA id. */
export function buildRegistrarConditions(registrar: string | null | undefined): Filter<Listing>[] {
  const text = registrar?.trim() ?? '';
  const ianaId = ianaIdPattern.exec(text)?.[1];
  if (ianaId !== undefined) return [{ 'registration.registrarId': Number(ianaId) }];
  return parsePrefixRanges(text).map((range) => ({
    'registration.registrarWords': { $elemMatch: range },
  }));
}

/**
 * "After" a day: the registration lasts beyond its end (UTC). The age counts to the present minute, so that equal requests
 * share a count.
 */
export function buildRegistrationFilter({
  minAgeDays,
  expiresAfter,
  dnssec,
}: RegistrationFilter): Filter<Listing> {
  const filter: Filter<Listing> = {};
  if (minAgeDays != null) {
    const minute = Math.floor(now().getTime() / minuteMs) * minuteMs;
    filter['registration.registeredAt'] = { $lte: new Date(minute - minAgeDays * dayMs) };
  }
  if (expiresAfter != null) {
    const nextDay = new Date(expiresAfter).getTime() + dayMs;
    filter['registration.expiresAt'] = { $gte: new Date(nextDay) };
  }
  if (dnssec != null) filter['registration.dnssec'] = dnssec;
  return filter;
}
