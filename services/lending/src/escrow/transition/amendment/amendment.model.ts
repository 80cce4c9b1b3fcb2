/** Database model of amendments. They are written with their loan, in one transaction. */

import { oneOf } from '@nameloan/persistence/fields';
import type { Amendment } from '../../../loan/amendment.ts';
import { amendmentStatuses } from '../../../loan/amendment.ts';
import { agreementFields } from '../../../loan/amendment-fields.ts';
import { defineModel } from '../../../service-context.ts';

export const amendments = defineModel<Amendment>('amendments', {
  label: 'amendment',
  fields: {
    ...agreementFields,
    version: Number,
    escrowId: String,
    status: oneOf(...amendmentStatuses),
    baseVersion: Number,
    parentSha256: String,
    message: String,
    proposedAt: Date,
    endedAt: Date,
    reason: String,
    effectiveOn: Date,
    sealedAt: Date,
    // Both tokens are encrypted; contract.model.ts finds them by their hash.
    borrowerToken: String,
    lenderToken: String,
  },
  indexes: [[{ escrowId: 1, seq: 1 }, { unique: true }]],
});
