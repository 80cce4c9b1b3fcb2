/** The labels of an account, in one spelling each. */

import { defineModel } from '../../service-context.ts';

export interface AccountLabels {
  /** The account's id. */
  id: string;
  version: number;
  /** A label of a domain that has left the account may stay until labels are removed. */
  labels: string[];
}

export const accountLabels = defineModel<AccountLabels>('labels', {
  label: 'labels',
  fields: { version: Number, labels: [String] },
});
