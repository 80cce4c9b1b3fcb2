/** The service context that all modules of this service share. */

import { createServiceContext } from '@nameloan/service/service-context.ts';

export const serviceContext = createServiceContext('notifications');
export const { commit, defineModel, publishSignal } = serviceContext;
