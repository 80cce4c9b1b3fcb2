/** Collection of operator flags, by account. */

import { defineModel } from '../service-context.ts';

export interface Staff {
  /** Account id. */
  id: string;
  version: number;
  /** Version of the copied account; an older event is ignored. */
  accountVersion: number;
  operator: boolean;
}

export const staff = defineModel<Staff>('staff', {
  label: 'account',
  fields: { version: Number, accountVersion: Number, operator: Boolean },
});
