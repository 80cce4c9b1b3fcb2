/** Database models of contracts and their files. Tokens are stored as hashes only. */

import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import type { Tx } from '@nameloan/persistence/tx';
import { defineModel } from '../service-context.ts';
import { toBuffer } from '../stored-bytes.ts';
import type { Contract, ContractFile } from './contract.ts';

export const contracts = defineModel<Contract>('contracts', {
  label: 'contract',
  fields: {
    version: Number,
    amendmentOf: String,
    drawnAt: Date,
    sha256: String,
    firstSha256: String,
    shownSha256: nested({ BORROWER: String, LENDER: String }),
    borrowerTokenHash: String,
    lenderTokenHash: String,
    signatures: listOf({
      party: oneOf('BORROWER', 'LENDER'),
      typedName: String,
      legalAddress: nested({
        address1: String,
        address2: String,
        city: String,
        zip: String,
        country: String,
        countryCode: String,
        subdivision: String,
      }),
      at: Date,
      ip: String,
      userAgent: String,
      sha256: String,
      authentication: nested({
        emailVerified: Boolean,
        emailVerifiedAt: Date,
        withMfa: Boolean,
        provenAt: Date,
        sessionId: String,
      }),
    }),
    sealedSha256: String,
  },
  indexes: [
    [{ borrowerTokenHash: 1 }, { unique: true }],
    [{ lenderTokenHash: 1 }, { unique: true }],
  ],
});

const files = defineModel<ContractFile>('contract_files', {
  label: 'file',
  fields: {
    version: Number,
    escrowId: String,
    contractId: String,
    kind: oneOf('SEALED', 'SHOWN'),
    bytes: Buffer,
    createdAt: Date,
  },
});

export const contractFiles = {
  add: files.add.bind(files),

  /** A file that is no contract any more. */
  async remove(sha256: string, tx: Tx): Promise<void> {
    const file = await files.find(sha256, tx);
    if (file) await files.remove(file, tx);
  },

  /** Finds a file by its SHA-256 (hex). */
  async find(sha256: string): Promise<ContractFile | undefined> {
    const file = await files.find(sha256);
    return file && { ...file, bytes: toBuffer(file.bytes) };
  },

  /** Like find, without the bytes. */
  async describe(sha256: string): Promise<Omit<ContractFile, 'bytes'> | undefined> {
    const [found] = await files.findProjected({ _id: sha256 }, [
      'version',
      'escrowId',
      'contractId',
      'kind',
      'createdAt',
    ]);
    return found;
  },
};
