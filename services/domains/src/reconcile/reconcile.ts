/** The service's rows and repairs for reconciliation, by name. */

import { repair } from '@nameloan/subgraph/http/reconcile-endpoint';
import { z } from 'zod';
import { adoptTransfer, feeHoldSchema } from './adopt-transfer.ts';
import { applyLoanState, loanStateSchema } from './apply-loan-state.ts';
import { readClosed, readDomains, readOperators, readSettling } from './read-rows.ts';
import {
  addListing,
  endReservation,
  releaseReservation,
  removeListing,
  republishDomain,
  republishReservation,
} from './repair-domain.ts';

const domainId = z.string();
const bound = z.strictObject({ domainId, escrowId: z.string() });
const listed = z.strictObject({ domainId, listingId: z.string() });
const above = z.number().int();

export const reconcile = {
  reads: {
    domains: readDomains,
    closed: readClosed,
    settling: readSettling,
    accounts: readOperators,
  },
  repairs: {
    release: repair(bound, releaseReservation),
    'end-reservation': repair(
      bound.extend({ toAccountId: z.string().nullable().optional() }),
      endReservation,
    ),
    'apply-loan-state': repair(loanStateSchema, applyLoanState),
    'adopt-transfer': repair(feeHoldSchema, adoptTransfer),
    'republish-reservation': repair(bound.extend({ above }), republishReservation),
    'republish-domain': repair(z.strictObject({ domainId, above }), republishDomain),
    'add-listing': repair(listed, addListing),
    'remove-listing': repair(listed, removeListing),
  },
};
