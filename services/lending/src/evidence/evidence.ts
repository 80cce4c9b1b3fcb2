/** A file that a party brings in a dispute: the one type of it, and the name that it may bear. */

import type { Party } from '../loan/roles.ts';
import type { EvidenceType } from './evidence-type.ts';

export interface Evidence {
  id: string;
  version: number;
  escrowId: string;
  /** Who brought it. */
  by: Party;
  /** As it is shown and saved: one name without a path, ending as its type does. */
  name: string;
  type: EvidenceType;
  sizeBytes: number;
  /** SHA-256 (hex) of the bytes. */
  sha256: string;
  at: Date;
  bytes: Buffer;
}

/** All but the bytes. */
export type EvidenceDetails = Omit<Evidence, 'bytes' | 'version'>;

export const maxEvidenceBytes = 5 * 1024 * 1024;
/** Characters of a name. */
const maxNameLength = 120;

/** The endings of each type; the first is put behind a name that has another. */
const endings = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'text/plain': ['.txt', '.text', '.log', '.csv', '.md', '.eml'],
} as const satisfies Record<EvidenceType, readonly string[]>;

/**
 * The name under which a file of this type is kept, of what its sender calls it: the last part of a path, without
 * control, invisible and direction-changing characters, and with the ending of its real type, so that no system
 * that goes by endings opens it as anything else.
 */
export function safeEvidenceName(given: string, type: EvidenceType): string {
  const last =
    given
      .toWellFormed()
      .slice(-10 * maxNameLength)
      .split(/[/\\]/)
      .at(-1) ?? '';
  const plain = last
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*\uFFFD]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const known = endings[type].find((ending) => plain.toLowerCase().endsWith(ending));
  const [standard] = endings[type];
  const ending = known === undefined ? standard : plain.slice(-known.length);
  const stem = (known === undefined ? plain : plain.slice(0, -known.length)) || 'evidence';
  return `${[...stem].slice(0, maxNameLength - ending.length).join('')}${ending}`;
}
