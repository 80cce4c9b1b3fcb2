/** Reads the diligence report of a domain for its owner and the parties of its loan. */

import type { Context } from '@nameloan/subgraph/graphql/context';
import { signedIn } from '@nameloan/subgraph/graphql/context';
import { diligenceRecords } from '../diligence/diligence.model.ts';
import type { Diligence } from '../diligence/read-diligence.ts';
import { readDiligence } from '../diligence/read-diligence.ts';
import { requiredUntil } from '../registration-term.ts';
import type { Domain, ImportHints } from './domain.ts';
import { inCustody } from './domain.ts';
import { neededUntil, toDiligenceSubject } from './listing/listing-conditions.ts';
import { readDomain } from './read-domains.ts';
import { getViewer } from './viewer.ts';

/** Null for everyone else. `termDays`: of a loan that is considered; absent: the warnings are about the present loan. */
export async function readPartyDiligence(
  domain: Domain,
  context: Context,
  termDays?: number | null,
): Promise<Diligence | null> {
  const viewer = await getViewer(domain, context);
  if (viewer === 'OUTSIDER') return null;
  const { reservation } = domain;
  return readDiligence(toDiligenceSubject(domain), {
    viewer: viewer === 'OWNER' ? 'OWNER' : 'OTHER',
    neededUntil:
      termDays == null ? reservation && requiredUntil(reservation.dueBy) : neededUntil(termDays),
  });
}

/** Throws NOT_FOUND like `readDomain`. */
export async function readDomainDiligence(context: Context, id: string): Promise<Diligence | null> {
  return readPartyDiligence(await readDomain(signedIn(context), id), context);
}

/** For the owner: what the last report does not know either; null if nothing is left. */
export async function readImportHints(domain: Domain): Promise<ImportHints | null> {
  const { importHints } = domain;
  if (!importHints || inCustody(domain)) return null;
  const report = (await diligenceRecords.findById(domain.name))?.report;
  const expiresOn = report?.expiresAt ? null : importHints.expiresOn;
  const registrar = report?.registrar ? null : importHints.registrar;
  return expiresOn || registrar ? { expiresOn, registrar } : null;
}
