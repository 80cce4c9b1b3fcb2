/** Parses the input of the profile call (docs/product-rules.md, Accounts). */

import type { FieldErrors } from '@nameloan/contracts/field-errors';
import type { ContractKind } from '@nameloan/contracts/loan';
import { parsePlace, readStoredPlace } from '@nameloan/countries/parse-place';
import { isLongerThan } from '@nameloan/runtime/text-length';
import type { Account, AddressLines } from '../account/account.ts';
import { addressKeys } from '../account/account.ts';
import { hasForbiddenCharacters } from '../account/plain-text.ts';
import { checkNewPassword } from '../password/check-new-password.ts';
import { InvalidPictureError, makePicture } from '../picture/make-picture.ts';
import { pictures } from '../picture/picture.model.ts';
import { consumeAttempts } from '../rate-limit/rate-limits.ts';

type Text = string | null | undefined;

/** GraphQL input: an absent field has no key. */
export interface ProfileInput extends Partial<Record<(typeof addressKeys)[number], Text>> {
  curPassword?: Text;
  newPassword?: Text;
  mfa?: Text;
  contract?: ContractKind | null | undefined;
  pfp?: Text;
}

export interface ProfileChange {
  curPassword: string | undefined;
  newPassword: string | undefined;
  mfa: string | undefined;
  lines: Partial<AddressLines>;
  defaultContract: ContractKind | undefined;
  /** undefined: unchanged; null: default initials; otherwise the new picture. */
  picture: string | null | undefined;
  errors: FieldErrors;
}

const maxLineLength = 200;

/** Validation errors are in `errors`. */
export async function parseProfile(input: ProfileInput, account: Account): Promise<ProfileChange> {
  const errors: FieldErrors = {};
  const lines: Partial<AddressLines> = {};
  for (const key of addressKeys) {
    const typed = input[key];
    if (typeof typed !== 'string') continue;
    const line = typed.trim();
    if (hasForbiddenCharacters(typed)) errors[key] = 'Use a single line of plain text.';
    else if (isLongerThan(line, maxLineLength))
      errors[key] = `Use at most ${maxLineLength} characters.`;
    else lines[key] = line === '' ? null : line;
  }
  Object.assign(lines, await parseCountry(lines, account, errors));
  const picture = await parsePicture(input, account).catch((error) => {
    if (!(error instanceof InvalidPictureError)) throw error;
    errors.pfp = error.message;
    return undefined;
  });
  return {
    curPassword: input.curPassword || undefined,
    newPassword: input.newPassword || undefined,
    mfa: input.mfa || undefined,
    lines,
    defaultContract: input.contract ?? undefined,
    picture,
    errors,
  };
}

/**
 * The country and the state or province after the change; writes errors to `errors`. A country that is sent back as it is
 * stored stays, although it cannot be read.
 */
async function parseCountry(
  { country, subdivision }: Partial<AddressLines>,
  account: Account,
  errors: FieldErrors,
): Promise<Partial<AddressLines>> {
  if (country === undefined && subdivision === undefined) return {};
  const text = country === undefined ? account.country : country;
  const stored = await readStoredPlace(account);
  if (text === null || (text === account.country && stored === null)) {
    if (subdivision) errors.subdivision = 'Choose your country first.';
    const countryCode = text === null ? null : account.countryCode;
    return { country: text, countryCode: countryCode ?? null, subdivision: null };
  }
  const { place, errors: invalid } = await parsePlace({ country: text, subdivision });
  Object.assign(errors, invalid);
  if (!place) return {};
  const stays = subdivision === undefined && stored?.countryCode === place.countryCode;
  return stays ? { ...place, subdivision: stored.subdivision } : { ...place };
}

/** All validation errors, including those of the new password. */
export function validateProfile(change: ProfileChange, account: Account): FieldErrors {
  const { newPassword, curPassword, errors } = change;
  if (newPassword === undefined) return { ...errors };
  return {
    ...errors,
    newPassword: checkNewPassword(newPassword, account),
    curPassword: curPassword === undefined ? 'Enter your current password.' : undefined,
  };
}

async function parsePicture(
  { pfp }: ProfileInput,
  account: Account,
): Promise<string | null | undefined> {
  if (pfp === undefined) return undefined;
  if (pfp === null || pfp === '') return null;
  const present = await pictures.find(account.id);
  if (present?.dataUrl === pfp) return undefined;
  await consumeAttempts([{ kind: 'picture-account', key: account.id }]);
  return makePicture(pfp);
}
