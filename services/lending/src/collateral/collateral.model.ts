/** Database model of lending's copy of domains. */

import { defineModel } from '../service-context.ts';
import type { Collateral } from './collateral.ts';

export const collaterals = defineModel<Collateral>('collaterals', {
  label: 'domain',
  fields: {
    version: Number,
    ownerId: String,
    ownerVersion: Number,
    midCents: BigInt,
    appraisalVersion: Number,
    unfitVersion: Number,
    transferring: Boolean,
    transferVersion: Number,
  },
});
