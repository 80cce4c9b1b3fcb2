/** Reads the files of a sale: its deed, and evidence of the loan's payments. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { contractFiles } from '../contract/contract.model.ts';
import type { ContractPdf } from '../contract/read-contract.ts';
import { evidenceFiles } from '../evidence/evidence.model.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { listSaleEvidence, readAssignment } from './view-assignment.ts';

/** The sealed deed if there is one, otherwise the one to sign. Throws NOT_FOUND as findAssignment does, and before a buyer is bound. */
export async function readDeed(actor: AccountActor, key: string): Promise<ContractPdf> {
  const { assignment } = await readAssignment(actor, key);
  const { sha256, sealedSha256, domainName } = assignment;
  const file = sha256 === null ? undefined : await contractFiles.find(sealedSha256 ?? sha256);
  if (!file) throw new DomainError('NOT_FOUND', 'This sale has no deed yet.');
  const sealed = file.kind === 'SEALED' ? '-sealed' : '';
  return { bytes: file.bytes, fileName: `nameloan-${domainName}-deed${sealed}.pdf` };
}

/** Only files that the sale shows; NOT_FOUND for all others. */
export async function readSaleEvidence(
  actor: AccountActor,
  { key, evidenceId }: { key: string; evidenceId: string },
): Promise<Evidence> {
  const shown = await listSaleEvidence(await readAssignment(actor, key));
  const file = shown.some(({ id }) => id === evidenceId) && (await evidenceFiles.find(evidenceId));
  if (!file) throw new DomainError('NOT_FOUND', 'There is no such file.');
  return file;
}
