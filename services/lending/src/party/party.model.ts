/** Database model of lending's copy of accounts. */

import { nested, oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { Party } from './party.ts';

export const parties = defineModel<Party>('parties', {
  label: 'account',
  fields: {
    version: Number,
    accountVersion: Number,
    name: String,
    operator: Boolean,
    defaultContract: oneOf(0, 1),
    legalAddress: nested({
      address1: String,
      address2: String,
      city: String,
      zip: String,
      country: String,
      countryCode: String,
      subdivision: String,
    }),
  },
});
