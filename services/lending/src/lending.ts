/** The kit that this service's modules share. */

import { createKit } from '@nameloan/service/kit.ts';

export const lending = createKit('lending');
export const { commit, defineModel, ask, announce, seal, unseal } = lending;
