/** The record of an evidence file, and its safe file name. */

import type { Party } from '../loan/roles.ts';
import type { EvidenceType } from './evidence-type.ts';

export interface Evidence {
  id: string;
  version: number;
  escrowId: string;
  /** The party that added it. */
  by: Party;
  /** Added to a new loan before its refinancing closed: the old loan, whose parties and operators see it too. */
  oldEscrowId?: string | null;
  /** File name without a path, with the extension of its type. */
  name: string;
  type: EvidenceType;
  sizeBytes: number;
  /** SHA-256 (hex) of the bytes. */
  sha256: string;
  at: Date;
  bytes: Buffer;
}

/** Without the bytes. */
export type EvidenceDetails = Omit<Evidence, 'bytes' | 'version'>;

export type EvidenceParty = Party | 'OLD_LENDER' | 'NEW_LENDER';

/** As a loan shows it: `escrowId` is that of the loan from which it is read. */
export interface ShownEvidence extends Omit<EvidenceDetails, 'oldEscrowId'> {
  party: EvidenceParty;
}

export const maxEvidenceBytes = 5 * 1024 * 1024;
/** In characters. */
const maxNameLength = 120;

/** The file extensions of each type; the first one is appended to a name with another extension. */
const extensions = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'text/plain': ['.txt', '.text', '.log', '.csv', '.md', '.eml'],
} as const satisfies Record<EvidenceType, readonly string[]>;

/**
 * Makes a safe file name from the sender's: the last path segment without control, invisible and direction-changing
 * characters, with the extension of the detected type, so that no system opens the file as another type.
 */
export function buildSafeEvidenceName(given: string, type: EvidenceType): string {
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
  const currentExtension = extensions[type].find((extension) =>
    plain.toLowerCase().endsWith(extension),
  );
  const [standard] = extensions[type];
  const extension =
    currentExtension === undefined ? standard : plain.slice(-currentExtension.length);
  const stem =
    (currentExtension === undefined ? plain : plain.slice(0, -currentExtension.length)) ||
    'evidence';
  return `${[...stem].slice(0, maxNameLength - extension.length).join('')}${extension}`;
}
