/** The kit that this service's modules share. */

import { createKit } from '@nameloan/service/kit.ts';

export const kit = createKit('lending');
export const { commit, defineModel, ask, announce, seal, unseal } = kit;
