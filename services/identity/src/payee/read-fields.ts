/** Decrypts the details of one version of a payee. */

import type { PayeeFields } from '@nameloan/contracts/payee';
import { payeeFields } from '@nameloan/contracts/payee';
import type { Tx } from '@nameloan/persistence/tx';
import { serviceContext } from '../service-context.ts';
import { fieldsPurpose, payeeDetails } from './payee.model.ts';
import { toDetailsId } from './payee.ts';

/** NOT_FOUND if they were erased. */
export async function readFields(payeeId: string, number: number, tx?: Tx): Promise<PayeeFields> {
  const { id, encryptedFields } = await payeeDetails.get(toDetailsId(payeeId, number), tx);
  return payeeFields.parse(JSON.parse(serviceContext.decrypt(encryptedFields, fieldsPurpose(id))));
}
