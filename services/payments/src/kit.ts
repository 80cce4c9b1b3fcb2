/** The kit that this service's modules share. */

import { createKit } from '@nameloan/service/kit.ts';
import { Quotas } from '@nameloan/service/quotas.ts';

export const kit = createKit('payments');
export const { announce, commit, defineModel } = kit;
export const quotas = new Quotas(kit);
