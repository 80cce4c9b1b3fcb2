/** How a signer is recorded: the address that is chosen, and how the account was authenticated. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { invalidInput } from '@nameloan/contracts/field-errors';
import type { IdentityProof } from '@nameloan/subgraph/account-access';
import { completeAddress } from '../country/complete-address.ts';
import type { LegalAddress } from '../loan/legal-address.ts';
import type { Authentication } from '../pdf/certificate.ts';
import type { AddressInput } from './parse-address.ts';
import { parseAddress } from './parse-address.ts';

export function toAuthentication(
  proof: IdentityProof,
  { sessionId }: AccountActor,
): Authentication {
  const { emailVerified, emailVerifiedAt, withMfa, provenAt } = proof;
  return {
    emailVerified,
    emailVerifiedAt: emailVerifiedAt === null ? null : new Date(emailVerifiedAt),
    withMfa,
    provenAt: new Date(provenAt),
    sessionId,
  };
}

/** In the present form. Throws INVALID_INPUT for a missing address and for each invalid line. */
export async function chooseSignerAddress(
  input: AddressInput | null,
  onRecord: LegalAddress | null,
): Promise<LegalAddress> {
  const typed = input ? await parseAddress(input) : null;
  const chosen = typed?.address ?? (typed ? null : onRecord);
  if (chosen) return completeAddress(chosen);
  const lines = Object.entries(typed?.errors ?? {});
  throw invalidInput(
    lines.length === 0
      ? { address: 'Enter your legal address.' }
      : Object.fromEntries(lines.map(([line, sentence]) => [`address.${line}`, sentence])),
  );
}
