/** Renders specimens of the standard agreements, with placeholder names and a mark on every page. */

import { DomainError } from '@nameloan/contracts/errors';
import type { ContractKind } from '@nameloan/contracts/loan';
import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { readGoverningLaw } from '../config.ts';
import { contractNames } from '../loan/terms.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import type { ContractTerms } from '../pdf/terms.ts';

export interface Specimen {
  bytes: Buffer;
  /** SHA-256 of the bytes, hex. */
  sha256: string;
  fileName: string;
}

/** A fictitious loan; RFC 2606 reserves example.com. */
const terms: Omit<ContractTerms, 'contract'> = {
  escrowId: 'SPECIMEN',
  drawnAt: new Date('2026-01-01T00:00:00.000Z'),
  borrowerName: 'Name of the Borrower',
  lenderName: 'Name of the Lender',
  domainName: 'example.com',
  unicodeName: 'example.com',
  amountCents: 100_000,
  termDays: 90,
  rateBps: 1_200,
  accrual: newLoanAccrual,
  transferFeeCents: 1_200,
  businessStatement: null,
  refinances: null,
  knownClaims: null,
  holder: 'BORROWER',
  payees: { BORROWER: null, LENDER: null },
};

/** Cached per process: the edition and the governing law change only with a restart. */
const specimens = new Map<ContractKind, Promise<Specimen>>();

/** `kind` is the path parameter. Throws NOT_FOUND for an unknown kind. */
export function readSpecimen(kind: string): Promise<Specimen> {
  if (kind !== '0' && kind !== '1') {
    throw new DomainError('NOT_FOUND', 'There are specimens of kind 0 and 1.');
  }
  const contract = Number(kind) as ContractKind;
  const specimen = specimens.get(contract) ?? renderSpecimen(contract);
  specimens.set(contract, specimen);
  specimen.catch(() => specimens.delete(contract));
  return specimen;
}

async function renderSpecimen(contract: ContractKind): Promise<Specimen> {
  // PDF rendering is heavy and rarely needed, so it is loaded on first use.
  const { renderContract } = await import('../pdf/render-contract.ts');
  const bytes = await renderContract(
    { ...terms, contract, governing: readGoverningLaw() },
    'SPECIMEN',
  );
  const [, payment = ''] = /\((.*)\)/.exec(contractNames[contract]) ?? [];
  const paymentSlug = payment.toLowerCase().replaceAll(' ', '-');
  return { bytes, sha256: sha256Hex(bytes), fileName: `nameloan-specimen-${paymentSlug}.pdf` };
}
