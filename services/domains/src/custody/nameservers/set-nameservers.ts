/** Lets the owner of a domain in custody set two to thirteen nameservers, and the DS records with them. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { DsInput } from '../../dnssec/parse-ds.ts';
import { parseDs } from '../../dnssec/parse-ds.ts';
import type { Domain } from '../../domain/domain.ts';
import { changeDelegation, invalidNameservers } from './change-delegation.ts';

const minNameservers = 2;
const maxNameservers = 13;
/** RFC 1123 section 2.1: letters, digits and inner hyphens, at most 63 octets per label and 253 in total. */
const hostNamePattern =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Throws as `changeDelegation`, and INVALID_INPUT. */
export function setNameservers(
  actor: AccountActor,
  id: string,
  input: { nameservers: readonly string[]; ds?: readonly DsInput[] | null | undefined },
): Promise<Domain> {
  return changeDelegation(actor, id, ({ name, dnssec }) => ({
    nameservers: parseNameservers(input.nameservers, name),
    ds: input.ds ? parseDs(input.ds, dnssec?.ds ?? []) : undefined,
  }));
}

function parseNameservers(input: readonly string[], domainName: string): string[] {
  if (input.length < minNameservers || input.length > maxNameservers)
    throw invalidNameservers('Enter two to thirteen nameservers.');
  const names = input.map((host) => host.trim().toLowerCase().replace(/\.$/, ''));
  const invalid = names.find((host) => !hostNamePattern.test(host));
  if (invalid !== undefined)
    throw invalidNameservers(`“${invalid.slice(0, 80)}” is not a valid nameserver name.`);
  if (new Set(names).size !== names.length)
    throw invalidNameservers('List each nameserver only once.');
  if (names.some((host) => host === domainName || host.endsWith(`.${domainName}`)))
    throw invalidNameservers('Nameservers under the domain itself are not supported yet.');
  return names;
}
