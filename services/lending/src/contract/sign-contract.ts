/** A party signs, by the token alone: consent, the account's name, a legal address; once. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import { refuseFaults } from '@nameloan/service/store/page.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { makeMove } from '../escrow/make-move.ts';
import { commit } from '../kit.ts';
import type { LegalAddress } from '../loan/legal-address.ts';
import type { Party } from '../loan/roles.ts';
import { parties } from '../party/party.model.ts';
import { contracts } from './contract.model.ts';
import { comparableName, tidyName, whatIsNext } from './contract.ts';
import { findContract } from './find-contract.ts';
import type { AddressInput } from './read-address.ts';
import { addressFault, readAddress } from './read-address.ts';

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
}

const longestBrowser = 500;

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
    const account = await parties.find(accountOf(escrow, party), tx);
    const onRecord = account?.legalAddress ?? null;
    const { sha256 } = contract;
    const by = { role: party, accountId: accountOf(escrow, party), name: nameOf(escrow, party) };
    const after = await makeMove(escrow, { input: { move: 'SIGN', sha256 }, by }, tx);
    // After the move: whoever has signed already hears that, not what a second signature would lack.
    refuseFaults(faultsOf(input, nameOf(escrow, party), onRecord), 'This cannot be signed yet.');
    const at = now();
    const signature = {
      party,
      typedName: tidyName(input.name),
      legalAddress: chooseAddress(input, onRecord),
      at,
      ip,
      userAgent: userAgent.slice(0, longestBrowser),
      sha256,
    };
    const signatures = [...contract.signatures, signature];
    await contracts.move(contract, { ...contract, signatures }, tx);
    return {
      signedAt: at,
      borrowerSigned: after.borrowerSignedAt !== null,
      lenderSigned: after.lenderSignedAt !== null,
      next: whatIsNext(after, party),
    };
  });
}

function faultsOf(
  input: SigningInput,
  name: string,
  onRecord: LegalAddress | null,
): Record<string, string> {
  const address = input.address ? addressFault(input.address) : null;
  const missing = !input.address && onRecord === null;
  return {
    ...(input.consent ? {} : { consent: 'Tick the box to consent.' }),
    ...(comparableName(input.name) === comparableName(name)
      ? {}
      : { name: `Type your name as it stands in the contract: ${name}.` }),
    ...(address === null ? {} : { address }),
    ...(missing ? { address: 'Give your legal address.' } : {}),
  };
}

/** What the signer gives now is what the signer says; else what the account has. */
function chooseAddress({ address }: SigningInput, onRecord: LegalAddress | null): LegalAddress {
  if (address) return readAddress(address);
  if (onRecord) return onRecord;
  throw new Error('a missing address was let through');
}

function accountOf(escrow: Escrow, party: Party): string {
  return party === 'BORROWER' ? escrow.borrowerId : escrow.lenderId;
}

function nameOf(escrow: Escrow, party: Party): string {
  return party === 'BORROWER' ? escrow.borrowerName : escrow.lenderName;
}
