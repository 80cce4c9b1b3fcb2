/** The service context that all modules of this service share. */

import { Quotas } from '@nameloan/subgraph/quotas';
import { createServiceContext } from '@nameloan/subgraph/service-context';
import { dataUpgrade } from './data-upgrade.ts';

export const serviceContext = createServiceContext('payments', dataUpgrade);
export const { publishSignal, commit, defineModel, access } = serviceContext;
export const quotas = new Quotas(serviceContext);
