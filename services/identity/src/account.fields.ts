/** Resolvers of accounts and sign-in. */

import { readStoredCodes, readStoredPlace } from '@nameloan/countries/parse-place';
import { accountNow } from '@nameloan/runtime/clock';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { signedIn } from '@nameloan/subgraph/graphql/context';
import { accounts } from './account/account.model.ts';
import { accountKeys } from './account/account.projection.ts';
import type { Account } from './account/account.ts';
import { isVerified } from './account/account.ts';
import { findPending, readHeldUntil } from './account/email-change.ts';
import { findAvatarUrl, findPicture, findSelf, isSelf } from './account/find-accounts.ts';
import type { Fields } from './graphql.generated.ts';
import { updateProfile } from './profile/update-profile.ts';
import { requestReset } from './reset/request-reset.ts';
import { resetPassword } from './reset/reset-password.ts';
import { readFreshUntil } from './session/fresh-session.ts';
import { logIn } from './sign-in/log-in.ts';
import { register } from './sign-in/register.ts';
import { stopLogin } from './sign-in/stop-login.ts';

/** Null for callers other than the account itself. */
const ownerOnly =
  <V>(read: (account: Account) => V) =>
  (account: Account, _: unknown, context: Context): V | null =>
    isSelf(account, context) ? read(account) : null;

export const accountFields = {
  Query: {
    self: accountKeys.forSelection(null, (_, __, { keys, ...context }) => findSelf(context, keys)),
  },
  Mutation: {
    register: (_, registration, { actor }) => register(actor, registration),
    login: (_, credentials, { actor }) => logIn(actor, credentials),
    stopLogin: (_, { token }, { actor }) => stopLogin(actor, token),
    requestReset: (_, { email }, { actor }) => requestReset(actor, email),
    resetPassword: (_, input, { actor }) => resetPassword(actor, input),
    updateProfile: (_, { input }, context) => {
      // The update may replace a picture that this request has already loaded.
      context.loaders.delete('pictures');
      context.loaders.delete('avatars');
      return updateProfile(signedIn(context), input);
    },
  },
  User: {
    __resolveReference: accountKeys.forReference(({ id }, { keys }) => accounts.findById(id, keys)),
    name: ({ name }, _, { actor }) => (actor.kind === 'account' ? name : null),
    email: ownerOnly(({ email }) => email),
    pfp: (account, _, context) =>
      isSelf(account, context) ? findPicture(account.id, context) : null,
    avatarUrl: ({ id }, _, context) =>
      context.actor.kind === 'account' ? findAvatarUrl(id, context) : null,
    defaultContract: ownerOnly(({ defaultContract }) => defaultContract),
    address1: ownerOnly(({ address1 }) => address1),
    address2: ownerOnly(({ address2 }) => address2),
    city: ownerOnly(({ city }) => city),
    zip: ownerOnly(({ zip }) => zip),
    country: ownerOnly(
      async (account) => (await readStoredPlace(account))?.country ?? account.country,
    ),
    countryCode: ownerOnly(
      async (account) => (await readStoredPlace(account))?.countryCode ?? null,
    ),
    subdivision: ownerOnly((account) => readStoredCodes(account).subdivision),
    emailVerified: ownerOnly(isVerified),
    pendingEmail: ownerOnly((account) => findPending(account, accountNow())?.newEmail ?? null),
    emailChangingUntil: ownerOnly((account) => readHeldUntil(account, accountNow())),
    stepUpUntil: (account, _, context) =>
      isSelf(account, context) ? readFreshUntil(signedIn(context)) : null,
    mfaEnabled: ownerOnly(({ mfa }) => mfa !== null),
    operator: ownerOnly(({ operator }) => operator),
    createdAt: ownerOnly(({ createdAt }) => createdAt),
  },
} satisfies Fields;
