/** Reads the transfer checklist of a domain for its owner, from the stored report and the suffix rules. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { now } from '@nameloan/runtime/clock';
import { diligenceRecords } from '../diligence/diligence.model.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { assertOwner } from '../domain/domain.ts';
import type { TransferChecklist } from './checklist.ts';
import { buildChecklist } from './checklist.ts';
import type { CheckedDomain } from './checklist-context.ts';

/** Reads of one moment share a command. */
export async function buildDomainChecklist(
  domain: CheckedDomain & Pick<Domain, 'name'>,
): Promise<TransferChecklist> {
  const record = await diligenceRecords.findById(domain.name);
  // A name that its registry no longer has keeps its last report.
  const report = record?.absentAt ? null : (record?.report ?? null);
  return buildChecklist(domain, { report, at: now() });
}

/** Throws NOT_FOUND, and FORBIDDEN for the lender of its loan. */
export async function readChecklist(actor: AccountActor, id: string): Promise<TransferChecklist> {
  return buildDomainChecklist(assertOwner(await domains.find(id), actor.accountId));
}
