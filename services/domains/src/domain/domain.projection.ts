/** The record fields that each GraphQL field of a domain reads; see `field-projection.ts`. */

import { FieldProjection } from '@nameloan/subgraph/graphql/field-projection';
import type { DomainResolvers } from '../graphql.generated.ts';
import type { Domain } from './domain.ts';

/** Fields that the rules in `domain-actions.ts` read. */
const forActions = [
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
  'push',
  'unicodeName',
  'name',
  'legalHold',
] as const;
const withConnection = [...forActions, 'connectionId'] as const;

/** The owner and the reservation are always loaded, because they decide which fields are visible. */
export const domainProjection = new FieldProjection<DomainResolvers, Domain>(
  {
    estimatedValue: ['appraisal'],
    ownerValue: ['ownerValueCents'],
    verificationHosts: ['name'],
    proof: ['status', 'createdAt', 'verificationAttempts', 'proof'],
    pendingTransferDirection: ['pendingTransfer'],
    transferOutStartsAt: ['transferOut'],
    nameservers: ['status', 'nameservers'],
    ds: ['status', 'dnssec'],
    transferFee: ['suffix'],
    renewalFee: ['suffix'],
    transferQuote: withConnection,
    renewalQuote: withConnection,
    charged: ['transferIn', 'renewal', 'charged'],
    reserved: [],
    pushExpiresAt: ['push'],
    escrow: [],
    actions: withConnection,
    blockedActions: withConnection,
    importHints: ['name', 'status', 'importHints'],
    legalHoldSince: ['legalHold'],
    rejectedTransfers: [],
    tldSupported: ['suffix'],
    diligence: ['name', 'suffix', 'status', 'pendingTransfer'],
    transferChecklist: [
      'name',
      'suffix',
      'status',
      'pendingTransfer',
      'transferIn',
      'transferOutAvailableAt',
      'expiresAt',
    ],
  },
  ['accountId', 'active', 'reservation'],
);
