/** What a token opens: the signing page's facts, the PDF, and each party's own links. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { pdfPath } from '../escrow/contract-links.ts';
import { parties } from '../party/party.model.ts';
import { contractFiles } from './contract.model.ts';
import type { FoundContract } from './find-contract.ts';
import { findContract } from './find-contract.ts';

export interface ShownContract extends FoundContract {
  /** Whether the signer must give a legal address. */
  addressNeeded: boolean;
  /** Path of the PDF under the public address. */
  pdfPath: string;
}

export async function readContract(token: string): Promise<ShownContract> {
  const found = await findContract(token);
  const { escrow, party } = found;
  const accountId = party === 'BORROWER' ? escrow.borrowerId : escrow.lenderId;
  const account = await parties.find(accountId);
  const addressNeeded = (account?.legalAddress ?? null) === null;
  return { ...found, addressNeeded, pdfPath: pdfPath(token) };
}

/** The sealed PDF once there is one, else the one to sign. */
export async function readPdf(token: string): Promise<{ bytes: Buffer; fileName: string }> {
  const { contract, escrow } = await findContract(token);
  const file = await contractFiles.find(contract.sealedSha256 ?? contract.sha256);
  if (!file) throw new DomainError('NOT_FOUND', 'There is no such contract.');
  const sealed = file.kind === 'SEALED' ? '-sealed' : '';
  return { bytes: file.bytes, fileName: `nameloan-${escrow.domainName}${sealed}.pdf` };
}
