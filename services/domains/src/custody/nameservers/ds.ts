/** Reads and sets the DS records of a domain in custody. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { DsRecord } from '../../dnssec/ds-record.ts';
import type { DsInput } from '../../dnssec/parse-ds.ts';
import { parseDs } from '../../dnssec/parse-ds.ts';
import type { Domain } from '../../domain/domain.ts';
import { conflict, inCustody } from '../../domain/domain.ts';
import { readDomain } from '../../domain/read-domains.ts';
import { registrarOf } from '../../registrars.ts';
import { readFromRegistry, toDomainError, withCallerTimeout } from '../../registry.ts';
import { changeDelegation } from './change-delegation.ts';

/** Throws as `changeDelegation`, and INVALID_INPUT. An empty list removes all records. */
export function setDs(actor: AccountActor, id: string, ds: readonly DsInput[]): Promise<Domain> {
  return changeDelegation(actor, id, ({ dnssec }) => ({ ds: parseDs(ds, dnssec?.ds ?? []) }));
}

/** For the owner and the parties of its loan. Asks the registry where the record does not know them yet. */
export async function readDs(context: Context, id: string): Promise<readonly DsRecord[]> {
  const domain = await readDomain(signedIn(context), id);
  if (!inCustody(domain))
    throw conflict(
      'NOT_IN_CUSTODY',
      'DS records are shown here only while the domain is in our custody.',
    );
  if (domain.dnssec) return domain.dnssec.ds;
  try {
    const record = await withCallerTimeout(readFromRegistry(registrarOf(domain).info(domain.name)));
    return record.ds ?? [];
  } catch (error) {
    throw toDomainError(error);
  }
}
