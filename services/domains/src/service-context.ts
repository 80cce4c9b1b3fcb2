/** The service context that all modules of this service share. */

import { Quotas } from '@nameloan/subgraph/quotas';
import { createServiceContext } from '@nameloan/subgraph/service-context';
import { dataUpgrade } from './data-upgrade.ts';

export const serviceContext = createServiceContext('domains', dataUpgrade);
export const { commit, defineModel, request, publishSignal, encrypt, decrypt, access } =
  serviceContext;
export const quotas = new Quotas(serviceContext);
