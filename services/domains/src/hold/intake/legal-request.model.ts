/** The collection of requests that dispute providers, courts and registries send without a login. */

import type { LegalHoldKind } from '@nameloan/contracts/legal-hold';
import { legalHoldKinds } from '@nameloan/contracts/legal-hold';
import { oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../../service-context.ts';

export interface LegalRequest {
  /** SHA-256 of its content, so that a repeated one is stored once. */
  id: string;
  version: number;
  kind: LegalHoldKind;
  /** A-label; the name may be unknown here. */
  name: string;
  unicodeName: string;
  caseId: string;
  provider: string;
  contact: string;
  text: string;
  receivedAt: Date;
  /** Null while it waits for an operator. */
  closedAt: Date | null;
  closedBy: string | null;
  open: boolean;
}

export const legalRequests = defineModel<LegalRequest>('legal_requests', {
  label: 'legal request',
  fields: {
    version: Number,
    kind: oneOf(...legalHoldKinds),
    name: String,
    unicodeName: String,
    caseId: String,
    provider: String,
    contact: String,
    text: String,
    receivedAt: Date,
    closedAt: Date,
    closedBy: String,
    open: Boolean,
  },
  indexes: [[{ open: 1, receivedAt: 1, _id: 1 }]],
});
