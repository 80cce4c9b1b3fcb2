/** What domains shows and mends when parts are compared: name → what answers. */

import { repair } from '@nameloan/service/reconcile-door.ts';
import { z } from 'zod';
import { hearLoan, loanShape } from './hear-loan.ts';
import { forgetListing, letGo, noteListing, release, tellDomain, tellLoan } from './mend-domain.ts';
import { readClosed, readDomains, readOperators, readSettling } from './read-rows.ts';
import { feeShape, takeUpTransfer } from './take-up-transfer.ts';

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
    release: repair(bound, release),
    'let-go': repair(bound.extend({ toAccountId: z.string().nullable().optional() }), letGo),
    'hear-loan': repair(loanShape, hearLoan),
    'take-up-transfer': repair(feeShape, takeUpTransfer),
    'tell-loan': repair(bound.extend({ above }), tellLoan),
    'tell-domain': repair(z.strictObject({ domainId, above }), tellDomain),
    'note-listing': repair(listed, noteListing),
    'forget-listing': repair(listed, forgetListing),
  },
};
