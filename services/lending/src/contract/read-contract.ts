/** Reads a contract by its token: the data of the signing page and the PDF. */

import type { AccountActor, Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { isSameAddress } from '../country/complete-address.ts';
import { buildPdfPath } from '../escrow/contract-links.ts';
import { readEscrow } from '../escrow/read-escrows.ts';
import { findLastSale } from '../loan/assignment/former-lender.ts';
import type { LegalAddress } from '../loan/legal-address.ts';
import { parties } from '../loan/roles.ts';
import { parties as partyRecords } from '../party/party.model.ts';
import type { Signature } from '../pdf/certificate.ts';
import { contractFiles, contracts } from './contract.model.ts';
import { findPartyAccountId } from './contract.ts';
import type { ContractLookup } from './find-contract.ts';
import { findReadableContract, isOwnLink } from './find-contract.ts';
import { recordShownPdf } from './shown-version.ts';

export interface ContractView extends ContractLookup {
  /** Whether the signer must enter a legal address. */
  addressNeeded: boolean;
  /** Whether this party signed with another address than the account's; null before it has signed. */
  addressDiffers: boolean | null;
  /** Path of the PDF below the public URL. */
  pdfPath: string;
}

/** Errors as in findReadableContract. */
export async function readContract(token: string, actor: Actor): Promise<ContractView> {
  const found = await findReadableContract(token, actor);
  const { escrow, party } = found;
  const account = await partyRecords.find(findPartyAccountId(escrow, party));
  const onRecord = account?.legalAddress ?? null;
  const signed = findOwnSignature(found)?.legalAddress;
  return {
    ...found,
    addressNeeded: onRecord === null,
    addressDiffers: signed ? !(await isSameAddress(signed, onRecord)) : null,
    pdfPath: buildPdfPath(token),
  };
}

/** The address that this party signed with. Only for the party's own account, since links can be forwarded. */
export function findSignedAddress(found: ContractLookup, actor: Actor): LegalAddress | null {
  if (!isOwnLink(found, actor)) return null;
  return findOwnSignature(found)?.legalAddress ?? null;
}

/** The party's signature; none of a lender who bought the loan after it was signed. */
function findOwnSignature({ contract, escrow, party }: ContractLookup): Signature | undefined {
  const sale = party === 'LENDER' ? findLastSale(escrow) : null;
  return contract.signatures.find(
    (signature) => signature.party === party && (!sale || signature.at > sale.closedAt),
  );
}

export interface ContractPdf {
  bytes: Buffer;
  fileName: string;
}

/** A read of the headers only shows no one the contract. */
interface PdfRequest {
  headersOnly: boolean;
}

/** The sealed PDF if there is one, otherwise the PDF to sign. Errors as in findReadableContract. */
export async function readPdf(
  token: string,
  actor: Actor,
  { headersOnly }: PdfRequest,
): Promise<ContractPdf> {
  const found = await findReadableContract(token, actor);
  const pdf = await loadPdf(found);
  if (!headersOnly) await recordShownPdf(found, actor);
  return pdf;
}

/** Like readPdf, for parties and, after an escalation, operators. Throws NOT_FOUND for everyone else. */
export async function readLoanPdf(
  actor: AccountActor,
  escrowId: string,
  { headersOnly }: PdfRequest,
): Promise<ContractPdf> {
  const escrow = await readEscrow(actor, escrowId);
  const contract = await contracts.find(escrowId);
  if (!contract) throw new DomainError('NOT_FOUND', 'This loan has no contract yet.');
  const pdf = await loadPdf({ contract, escrow });
  const party = parties.find((one) => findPartyAccountId(escrow, one) === actor.accountId);
  if (party && !headersOnly) await recordShownPdf({ contract, escrow, party }, actor);
  return pdf;
}

async function loadPdf({
  contract,
  escrow,
}: Pick<ContractLookup, 'contract' | 'escrow'>): Promise<ContractPdf> {
  const file = await contractFiles.find(contract.sealedSha256 ?? contract.sha256);
  if (!file) throw new DomainError('NOT_FOUND', 'There is no such contract.');
  const sealed = file.kind === 'SEALED' ? '-sealed' : '';
  const kind = contract.amendmentOf ? '-amendment' : '';
  return { bytes: file.bytes, fileName: `nameloan-${escrow.domainName}${kind}${sealed}.pdf` };
}
