/** A loan's contract: which bytes were shown, who signed them, and by which unguessable tokens it is found. */

import { createHash, randomBytes } from 'node:crypto';
import { normalizeText } from '@nameloan/service/normalize-text.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Party } from '../loan/roles.ts';
import type { Signature } from '../pdf/certificate.ts';
import type { ContractTerms } from '../pdf/terms.ts';

/** UTF-16 code units. A name has at most 100 characters; there is room for another spelling and for blanks. */
const maxNameUnits = 1000;

export interface Contract {
  /** The escrow's id. */
  id: string;
  version: number;
  /** The date that stands in the text. */
  drawnAt: Date;
  /** SHA-256 (hex) of the PDF that is shown. */
  sha256: string;
  /** SHA-256 (hex) of each party's token; the tokens themselves rest sealed on the loan. */
  borrowerTokenHash: string;
  lenderTokenHash: string;
  signatures: Signature[];
  /** SHA-256 (hex) of the sealed PDF; null until then. */
  sealedSha256: string | null;
}

export interface ContractFile {
  /** SHA-256 (hex) of the bytes. */
  id: string;
  version: number;
  escrowId: string;
  kind: 'SHOWN' | 'SEALED';
  bytes: Buffer;
  createdAt: Date;
}

/** 256 random bits as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The terms of this loan's contract if it is drawn up at `drawnAt`. */
export function buildTerms(escrow: Escrow, drawnAt: Date): ContractTerms {
  return {
    escrowId: escrow.id,
    contract: escrow.contract,
    drawnAt,
    borrowerName: escrow.borrowerName,
    lenderName: escrow.lenderName,
    domainName: escrow.domainName,
    unicodeName: escrow.unicodeName,
    amountCents: escrow.amountCents,
    termDays: escrow.termDays,
    rateBps: escrow.rateBps,
    transferFeeCents: escrow.transferFeeCents ?? 0,
    businessStatement: escrow.businessStatement ?? null,
  };
}

export function findPartyAccountId(escrow: Escrow, party: Party): string {
  return party === 'BORROWER' ? escrow.borrowerId : escrow.lenderId;
}

/** A name as it is compared: case, white space at the ends and its amount do not matter. */
export function comparableName(name: string): string {
  return normalizeName(name).toUpperCase().toLowerCase();
}

/** As typed, in one normal form, without superfluous white space; empty for what is longer than any name. */
export function normalizeName(name: string): string {
  const normal = normalizeText(name, { form: 'NFC', mostCodeUnits: maxNameUnits }) ?? '';
  return normal.trim().replace(/\s+/gu, ' ');
}

/** What is left to do after a signature, for the one who signed. */
export function describeNextStep(escrow: Escrow, party: Party): string {
  const { borrowerSignedAt, lenderSignedAt, status } = escrow;
  if (borrowerSignedAt === null) return `Waiting for ${escrow.borrowerName} to sign.`;
  if (lenderSignedAt === null) return `Waiting for ${escrow.lenderName} to sign.`;
  if (status === 'NEW') {
    return party === 'BORROWER'
      ? `Both have signed. Transfer ${escrow.unicodeName} in next.`
      : `Both have signed. ${escrow.borrowerName} transfers ${escrow.unicodeName} in next.`;
  }
  return party === 'LENDER'
    ? 'Both have signed and the domain is in custody. Mark the loan as paid, then send the money.'
    : `Both have signed and the domain is in custody. ${escrow.lenderName} sends the money next.`;
}
