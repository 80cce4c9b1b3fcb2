/** The kit that identity's modules import. */

import { createKit } from '@nameloan/service/kit.ts';

export const identity = createKit('identity');
export const { commit, defineModel, announce } = identity;
