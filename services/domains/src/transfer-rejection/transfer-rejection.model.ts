/** Why transfers away from the platform were rejected; kept for 15 months as ICANN's Transfer Policy Review asks of registrars. */

import { oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';

/** 15 months of at most 31 days. */
const keptSeconds = 15 * 31 * 86_400;

export interface TransferRejection {
  /** One per domain, kind, reason and UTC day. */
  id: string;
  version: number;
  domainId: string;
  accountId: string;
  name: string;
  /** TRANSFER_OUT: the owner's transfer. REQUEST: that of another registrar. */
  kind: 'TRANSFER_OUT' | 'REQUEST';
  /** A reason of a CONFLICT; for a REQUEST also NOT_REQUESTED or CANCELLED. */
  reason: string;
  /** Of a LEGAL_HOLD: its owner knew of it then. Absent in older records and for other reasons. */
  holdDisclosed?: boolean | null;
  /** The first one of the day. */
  at: Date;
}

export const transferRejections = defineModel<TransferRejection>('transfer_rejections', {
  label: 'rejected transfer',
  fields: {
    version: Number,
    domainId: String,
    accountId: String,
    name: String,
    kind: oneOf('TRANSFER_OUT', 'REQUEST'),
    reason: String,
    holdDisclosed: Boolean,
    at: Date,
  },
  indexes: [[{ domainId: 1, at: -1 }], [{ at: 1 }, { expireAfterSeconds: keptSeconds }]],
});
