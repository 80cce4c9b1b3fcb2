/** The standard agreements to read before there is a loan: nobody's names, marked on every page. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { ContractKind } from '@nameloan/contracts/loan.ts';
import { governingLaw } from '../config.ts';
import { contractNames } from '../loan/terms.ts';
import { sha256Of } from '../pdf/sha256.ts';
import type { ContractTerms } from '../pdf/terms.ts';

export interface Specimen {
  bytes: Buffer;
  /** SHA-256 of the bytes, hex. */
  sha256: string;
  fileName: string;
}

/** A loan that nobody has made; example.com is nobody's by RFC 2606. */
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
  transferFeeCents: 1_200,
  businessStatement: null,
};

/** Set once a process: the text changes with the edition and the installation's law, and both need a new start. */
const specimens = new Map<ContractKind, Promise<Specimen>>();

/** `kind` as it stands in a path. NOT_FOUND for what is no kind of contract. */
export function readSpecimen(kind: string): Promise<Specimen> {
  if (kind !== '0' && kind !== '1') {
    throw new DomainError('NOT_FOUND', 'There are specimens of kind 0 and 1.');
  }
  const contract = Number(kind) as ContractKind;
  const known = specimens.get(contract) ?? renderSpecimen(contract);
  specimens.set(contract, known);
  known.catch(() => specimens.delete(contract));
  return known;
}

async function renderSpecimen(contract: ContractKind): Promise<Specimen> {
  // Typesetting is heavy and seldom needed, so it is loaded with the first one.
  const { renderContract } = await import('../pdf/render-contract.ts');
  const bytes = await renderContract({ ...terms, contract, governing: governingLaw() }, 'SPECIMEN');
  const [, payment = ''] = /\((.*)\)/.exec(contractNames[contract]) ?? [];
  const word = payment.toLowerCase().replaceAll(' ', '-');
  return { bytes, sha256: sha256Of(bytes), fileName: `nameloan-specimen-${word}.pdf` };
}
