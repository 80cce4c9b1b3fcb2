/** The contract record of a loan: the PDF shown, its signatures, and the hashes of its signing tokens. */

import { createHash, randomBytes } from 'node:crypto';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import type { Escrow } from '../escrow/escrow.ts';
import { findPayee } from '../escrow/loan-payee.ts';
import { readAccrual } from '../loan/accrual.ts';
import type { Party } from '../loan/roles.ts';
import type { Signature } from '../pdf/certificate.ts';
import type { ContractTerms, PrintedPayee } from '../pdf/terms.ts';

/** A name has at most 100 characters; the limit leaves room for other normal forms and extra white space. */
const maxNameUnits = 1000;

export interface Contract {
  /** The escrow's id, or the amendment's. */
  id: string;
  version: number;
  /** The loan that an amendment changes; then `id` is the amendment's. Absent in the loan's contract. */
  amendmentOf?: string | null;
  /** The date printed in the contract. */
  drawnAt: Date;
  /** SHA-256 (hex) of the PDF to sign. */
  sha256: string;
  /** Of the PDF that was drawn up first; absent while it was never drawn up again. */
  firstSha256?: string | null;
  /** Of the last version that a party's own session was shown; absent: the first. */
  shownSha256?: Record<Party, string | null> | null;
  /** SHA-256 (hex) of each party's token; the tokens are stored encrypted on the loan. */
  borrowerTokenHash: string;
  lenderTokenHash: string;
  signatures: Signature[];
  /** SHA-256 (hex) of the sealed PDF; null until it is sealed. */
  sealedSha256: string | null;
}

export interface ContractFile {
  /** SHA-256 (hex) of the bytes. */
  id: string;
  version: number;
  escrowId: string;
  /** The amendment's id; absent in files of the loan's contract. */
  contractId?: string | null;
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

/** The contract terms of this loan, drawn up at `drawnAt`. */
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
    accrual: readAccrual(escrow),
    plan: escrow.plan ?? null,
    transferFeeCents: escrow.transferFeeCents ?? 0,
    businessStatement: escrow.businessStatement ?? null,
    knownClaims: escrow.knownClaims ?? null,
    refinances: toRefinanced(escrow),
    holder: escrow.holder ?? 'BORROWER',
    payees: {
      BORROWER: toPrintedPayee(escrow, 'BORROWER'),
      LENDER: toPrintedPayee(escrow, 'LENDER'),
    },
  };
}

function toRefinanced({ replacing }: Escrow): ContractTerms['refinances'] {
  return replacing ? { escrowId: replacing.escrowId, lenderName: replacing.lenderName } : null;
}

/** As the payer knows it: until a signature, the party's choice. */
function toPrintedPayee(escrow: Escrow, party: Party): PrintedPayee | null {
  const known = findPayee(escrow, party)?.known;
  if (!known) return null;
  const { kind, holder, masked, fingerprint } = known;
  return { kind, holder, masked, fingerprint };
}

export function findPartyAccountId(escrow: Escrow, party: Party): string {
  return party === 'BORROWER' ? escrow.borrowerId : escrow.lenderId;
}

/** What keyboards and typography make of an apostrophe, a hyphen and a dotted I. */
const apostrophes = /[\u02b9\u02bb-\u02bd\u0060\u00b4\u2018-\u201b\u2032\u2035\ua78c\uff07]/gu;
const hyphens = /[\p{Pd}\u00ad\u2212\u02d7]/gu;
const dottedI = /i\u0307/gu;

/**
 * Normalises a name for comparison: ignores case, surrounding and repeated white space, and the forms of apostrophes,
 * hyphens and the letter i.
 */
export function normalizeForComparison(name: string): string {
  return (
    normalizeName(name)
      .replace(apostrophes, "'")
      .replace(hyphens, '-')
      // Upper case first: it makes an I of a dotless i.
      .toUpperCase()
      .toLowerCase()
      .replace(dottedI, 'i')
  );
}

/** The typed name in NFC without extra white space; empty when it is too long. */
export function normalizeName(name: string): string {
  const normal = normalizeText(name, { form: 'NFC', maxCodeUnits: maxNameUnits }) ?? '';
  return normal.trim().replace(/\s+/gu, ' ');
}

/** The next step after a signature, as a sentence for the signer. */
export function describeNextStep(escrow: Escrow, party: Party): string {
  const { borrowerSignedAt, lenderSignedAt, status } = escrow;
  if (borrowerSignedAt === null) return `Waiting for ${escrow.borrowerName} to sign.`;
  if (lenderSignedAt === null) return `Waiting for ${escrow.lenderName} to sign.`;
  if (status === 'NEW' && escrow.replacing)
    return party === 'LENDER'
      ? 'Both parties have signed. Next, pay the payoff to the old lender and report it.'
      : `Both parties have signed. Next, ${escrow.lenderName} pays the payoff to the old lender.`;
  if (status === 'NEW') {
    return party === 'BORROWER'
      ? `Both parties have signed. Next, transfer ${escrow.unicodeName} in.`
      : `Both parties have signed. Next, ${escrow.borrowerName} transfers ${escrow.unicodeName} in.`;
  }
  return party === 'LENDER'
    ? 'Both parties have signed and the domain is in custody. Mark the loan as paid, then send the money.'
    : `Both parties have signed and the domain is in custody. Next, ${escrow.lenderName} sends the money.`;
}
