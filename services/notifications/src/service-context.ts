/** The service context that all modules of this service share. */

import { createServiceContext } from '@nameloan/subgraph/service-context';
import { dataUpgrade } from './data-upgrade.ts';

export const serviceContext = createServiceContext('notifications', dataUpgrade);
export const { commit, defineModel, request, publishSignal } = serviceContext;
