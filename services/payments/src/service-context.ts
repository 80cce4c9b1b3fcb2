/** The service context that all modules of this service share. */

import { Quotas } from '@nameloan/service/quotas.ts';
import { createServiceContext } from '@nameloan/service/service-context.ts';
import { dataUpgrade } from './data-upgrade.ts';

export const serviceContext = createServiceContext('payments', dataUpgrade);
export const { publishSignal, commit, defineModel } = serviceContext;
export const quotas = new Quotas(serviceContext);
