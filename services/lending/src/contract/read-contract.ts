/** What a token opens: the signing page's facts, the PDF, and each party's own links. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Escrow, EscrowRole, Party } from '../escrow/escrow.ts';
import { kit, unseal } from '../kit.ts';
import { parties } from '../party/party.model.ts';
import { contractFiles } from './contract.model.ts';
import { tokenPurpose } from './contract.ts';
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

/** This party's signing page; null to everyone else and until the contract is drawn up. */
export function contractUrl(escrow: Escrow, party: Party, viewer: EscrowRole): string | null {
  const token = viewer === party ? tokenOf(escrow, party) : null;
  return token === null ? null : `${kit.publicUrl}/contracts/${token}`;
}

/** The viewer's own link to the sealed PDF; null until it is sealed, and to operators. */
export function signedPdfUrl(escrow: Escrow, viewer: EscrowRole): string | null {
  if (escrow.sealedAt === null || viewer === 'OPERATOR') return null;
  const token = tokenOf(escrow, viewer);
  return token === null ? null : `${kit.publicUrl}${pdfPath(token)}`;
}

function tokenOf(escrow: Escrow, party: Party): string | null {
  const sealed = party === 'BORROWER' ? escrow.borrowerContractToken : escrow.lenderContractToken;
  return sealed === null ? null : unseal(sealed, tokenPurpose(escrow.id, party));
}

function pdfPath(token: string): string {
  return `/api/contracts/${token}/pdf`;
}
