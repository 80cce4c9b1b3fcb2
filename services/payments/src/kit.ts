/** The kit that this service's modules share. */

import { createKit } from '@nameloan/service/kit.ts';

export const kit = createKit('payments');
export const { commit, defineModel } = kit;
