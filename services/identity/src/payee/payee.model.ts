/** Collections of payees and of the details of their versions. */

import { payeeKinds } from '@nameloan/contracts/payee';
import type { Warning } from '@nameloan/payee-details/warnings';
import { warnings } from '@nameloan/payee-details/warnings';
import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import { defineModel, serviceContext } from '../service-context.ts';
import type { Payee, PayeeDetails } from './payee.ts';

export const payees = defineModel<Payee>('payees', {
  label: 'payee',
  fields: {
    version: Number,
    accountId: String,
    kind: oneOf(...payeeKinds),
    label: String,
    encryptedSalt: String,
    status: oneOf('ACTIVE', 'DELETED'),
    versions: listOf({
      number: Number,
      holder: String,
      masked: String,
      fingerprint: String,
      warnings: [oneOf(...(Object.keys(warnings) as Warning[]))],
      options: nested({ chainId: Number, accountType: String, wire: Boolean, token: String }),
      changedAt: Date,
      effectiveAt: Date,
      endedAs: oneOf('REPLACED', 'WITHDRAWN', 'STOPPED'),
      stopHash: String,
      stopUntil: Date,
      hadMfa: Boolean,
    }),
  },
  indexes: [[{ accountId: 1, status: 1, _id: 1 }], [{ 'versions.stopHash': 1 }]],
});

export const payeeDetails = defineModel<PayeeDetails>('payee_details', {
  label: 'payee version',
  fields: { version: Number, accountId: String, payeeId: String, encryptedFields: String },
  indexes: [[{ payeeId: 1 }], [{ accountId: 1 }]],
});

export const fieldsPurpose = (detailsId: string): string => `payee fields ${detailsId}`;
export const saltPurpose = (payeeId: string): string => `payee salt ${payeeId}`;

export const decryptSalt = ({ id, encryptedSalt }: Payee): string =>
  serviceContext.decrypt(encryptedSalt, saltPurpose(id));
