/** A party signs, by the token alone: consent, the account's name, a legal address; once. */

import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@nameloan/contracts/actor.ts';
import { refuseFaults } from '@nameloan/contracts/field-errors.ts';
import { now } from '@nameloan/service/clock.ts';
import { checkCountries } from '../country/check-country.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import type { LegalAddress } from '../loan/legal-address.ts';
import type { Party } from '../loan/roles.ts';
import { parties } from '../party/party.model.ts';
import { commit } from '../service-context.ts';
import { contracts } from './contract.model.ts';
import { comparableName, describeNextStep, findPartyAccountId, normalizeName } from './contract.ts';
import { findContract } from './find-contract.ts';
import type { AddressInput } from './read-address.ts';
import { readAddress, validateAddress } from './read-address.ts';

export interface SigningInput {
  token: string;
  name: string;
  consent: boolean;
  address?: AddressInput | null;
}

export interface SigningResult {
  signedAt: Date;
  borrowerSigned: boolean;
  lenderSigned: boolean;
  next: string;
  /** The address that was signed with is not the one on the account. */
  addressDiffers: boolean;
  /** Which opens the contract as it is now. */
  token: string;
}

const maxUserAgentLength = 500;

/**
 * NOT_FOUND for an unknown token, INVALID_INPUT for consent, name or address, CONFLICT when it is
 * signed already or the loan has moved on. The signature is to the hash of the PDF on record.
 */
export function signContract(
  { ip, userAgent }: Pick<Actor, 'ip' | 'userAgent'>,
  input: SigningInput,
): Promise<SigningResult> {
  return commit(async (tx) => {
    const { contract, escrow, party } = await findContract(input.token, tx);
    const account = await parties.find(findPartyAccountId(escrow, party), tx);
    const onRecord = account?.legalAddress ?? null;
    const { sha256 } = contract;
    const by = {
      role: party,
      accountId: findPartyAccountId(escrow, party),
      name: findPartyName(escrow, party),
    };
    const after = await applyTransition(escrow, { input: { transition: 'SIGN', sha256 }, by }, tx);
    // After the move: whoever has signed already hears that, not what a second signature would lack.
    refuseFaults(validateSigning(input, findPartyName(escrow, party), onRecord));
    const at = now();
    const legalAddress = chooseAddress(input, onRecord);
    await checkCountries(escrow, 'SIGN', { [party]: legalAddress });
    const signature = {
      party,
      typedName: normalizeName(input.name),
      legalAddress,
      at,
      ip,
      userAgent: userAgent.slice(0, maxUserAgentLength),
      sha256,
    };
    const signatures = [...contract.signatures, signature];
    await contracts.move(contract, { ...contract, signatures }, tx);
    return {
      signedAt: at,
      borrowerSigned: after.borrowerSignedAt !== null,
      lenderSigned: after.lenderSignedAt !== null,
      next: describeNextStep(after, party),
      addressDiffers: !isDeepStrictEqual(legalAddress, onRecord),
      token: input.token,
    };
  });
}

function validateSigning(
  input: SigningInput,
  name: string,
  onRecord: LegalAddress | null,
): Record<string, string> {
  const missing = !input.address && onRecord === null;
  return {
    ...(input.consent ? {} : { consent: 'Tick the box to consent.' }),
    ...(comparableName(input.name) === comparableName(name)
      ? {}
      : { name: `Type your name as it stands in the contract: ${name}.` }),
    ...Object.fromEntries(
      Object.entries(input.address ? validateAddress(input.address) : {}).map(
        ([line, sentence]) => [`address.${line}`, sentence],
      ),
    ),
    ...(missing ? { address: 'Give your legal address.' } : {}),
  };
}

/** What the signer gives now is what the signer says; else what the account has. */
function chooseAddress({ address }: SigningInput, onRecord: LegalAddress | null): LegalAddress {
  if (address) return readAddress(address);
  if (onRecord) return onRecord;
  throw new Error('a missing address was let through');
}

function findPartyName(escrow: Escrow, party: Party): string {
  return party === 'BORROWER' ? escrow.borrowerName : escrow.lenderName;
}
