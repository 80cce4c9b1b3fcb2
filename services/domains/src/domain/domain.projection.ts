/** What each field of a domain reads of the record; `asked-keys.ts` says what for. */

import { FieldProjection } from '@nameloan/service/graphql/field-projection.ts';
import type { DomainResolvers } from '../graphql.generated.ts';
import type { Domain } from './domain.ts';

/** What the rules of `domain-actions.ts` look at. */
const ruled = [
  'status',
  'suffix',
  'expiresAt',
  'pendingTransfer',
  'listingIds',
  'transferIn',
  'transferOut',
  'transferOutAvailableAt',
  'renewal',
  'nameserverChange',
  'unicodeName',
] as const;
const quoted = [...ruled, 'name'] as const;

/** Its owner and the loan that it backs decide who sees what. */
export const domainKeys = new FieldProjection<DomainResolvers, Domain>(
  {
    estimatedValue: ['appraisal'],
    verificationHosts: ['name'],
    pendingTransferDirection: ['pendingTransfer'],
    nameservers: ['status', 'nameservers'],
    transferFee: ['suffix'],
    renewalFee: ['suffix'],
    transferQuote: quoted,
    renewalQuote: quoted,
    charged: ['transferIn', 'renewal', 'charged'],
    reserved: [],
    escrow: [],
    actions: ruled,
    blockedActions: ruled,
    tldSupported: ['suffix'],
  },
  ['accountId', 'active', 'reservation'],
);
