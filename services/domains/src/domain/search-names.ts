/** Search of an account's own domains: any part of the name as it is displayed, or of its A-label. Pure. */

import type { Filter } from '@nameloan/persistence/entity';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import type { Domain } from './domain.ts';

/** A domain name has at most 253 characters. */
const maxSearchLength = 253;

/** Null for a valid search. No name contains a control character, and MongoDB rejects patterns with a null character. */
export function validateSearch(text: string): string | null {
  if (text.length > maxSearchLength) return `A search has at most ${maxSearchLength} characters.`;
  return /\p{Cc}/u.test(text) || !text.isWellFormed()
    ? 'The search contains characters that no domain name has.'
    : null;
}

/** Matches every domain for an empty text. The caller restricts the filter to one account, whose domains are few. */
export function buildNameFilter(text: string): Filter<Domain> {
  const bounds = { form: 'NFC', maxCodeUnits: maxSearchLength } as const;
  const typed = (normalizeText(text, bounds) ?? '').trim().toLowerCase();
  if (typed === '') return {};
  const pattern = typed.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return { $or: [{ unicodeName: { $regex: pattern } }, { name: { $regex: pattern } }] };
}
