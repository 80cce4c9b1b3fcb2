/** The private link of a sale, and the paths of its files. */

import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import { decrypt, serviceContext } from '../service-context.ts';

/** The encryption purpose of a sale's token. */
export const buildSalePurpose = (id: string): string => `token of the sale ${id}`;

/** The link that the seller sends to a buyer. */
export function buildSaleUrl({ id, token }: Assignment): string {
  return `${serviceContext.publicUrl}/assignments/${decrypt(token, buildSalePurpose(id))}`;
}

/** Path of the deed below the public URL; needs a login. */
export const buildDeedPath = ({ id }: Pick<Assignment, 'id'>): string =>
  `/api/assignments/${id}/deed`;
