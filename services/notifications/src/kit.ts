/** The kit that this service's modules share. */

import { createKit } from '@nameloan/service/kit.ts';

export const kit = createKit('notifications');
export const { commit, defineModel, announce } = kit;
