/** The kit that this service's modules share. */

import { createKit } from '@nameloan/service/kit.ts';

export const notificationsKit = createKit('notifications');
export const { commit, defineModel, announce } = notificationsKit;
