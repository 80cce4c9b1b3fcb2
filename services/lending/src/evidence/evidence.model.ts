/** Database model of evidence files, each stored with its metadata. */

import { oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import { toBuffer } from '../stored-bytes.ts';
import type { Evidence, EvidenceDetails } from './evidence.ts';

const files = defineModel<Evidence>('evidence', {
  label: 'file',
  fields: {
    version: Number,
    escrowId: String,
    by: oneOf('BORROWER', 'LENDER'),
    oldEscrowId: String,
    name: String,
    type: oneOf('application/pdf', 'image/png', 'image/jpeg', 'text/plain'),
    sizeBytes: Number,
    sha256: String,
    at: Date,
    bytes: Buffer,
  },
  // The same file of the same side is stored once.
  indexes: [
    [{ escrowId: 1, by: 1, sha256: 1 }, { unique: true }],
    [{ oldEscrowId: 1 }, { sparse: true }],
  ],
});

const fileFields = [
  'escrowId',
  'oldEscrowId',
  'by',
  'name',
  'type',
  'sizeBytes',
  'sha256',
  'at',
] as const;

export const evidenceFiles = {
  add: files.add.bind(files),

  /** Includes the bytes. */
  async find(id: string): Promise<Evidence | undefined> {
    const file = await files.find(id);
    return file && { ...file, bytes: toBuffer(file.bytes) };
  },

  /** Without the bytes; oldest first. */
  list(
    filter: Parameters<typeof files.findProjected>[0],
    options: Parameters<typeof files.findProjected>[2] = {},
  ): Promise<EvidenceDetails[]> {
    return files.findProjected(filter, fileFields, { ...options, sort: { at: 1, _id: 1 } });
  },
};
