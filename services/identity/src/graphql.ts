/** Door for people: field → use case. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { signedIn } from '@nameloan/service/graphql/context.ts';
import type { Account } from './account/account.ts';
import { findAccount, findPicture, findSelf, isSelf } from './account/find-accounts.ts';
import type { Credentials } from './account/log-in.ts';
import { logIn } from './account/log-in.ts';
import type { ProfileInput } from './account/profile.ts';
import type { Registration } from './account/register.ts';
import { register } from './account/register.ts';
import { updateProfile } from './account/update-profile.ts';
import { confirmMfa } from './mfa/confirm-mfa.ts';
import { disableMfa } from './mfa/disable-mfa.ts';
import { enrollMfa } from './mfa/enroll-mfa.ts';
import { requestReset } from './reset/request-reset.ts';
import { resetPassword } from './reset/reset-password.ts';
import { endOwnSession } from './session/end-own-session.ts';
import { listSessions } from './session/list-sessions.ts';
import { logOut } from './session/log-out.ts';
import { refreshSession } from './session/refresh-session.ts';

type Resolver<A> = (parent: unknown, args: A, context: Context) => unknown;

const query: Record<string, Resolver<never>> = {
  self: (_, _args, context) => findSelf(context),
  sessions: (_, _args, context) => listSessions(signedIn(context)),
};

const registerField: Resolver<Registration> = (_, args, { actor }) => register(actor, args);
const login: Resolver<Credentials> = (_, args, { actor }) => logIn(actor, args);
const refresh: Resolver<{ refreshToken: string }> = (_, args, { actor }) =>
  refreshSession(actor, args.refreshToken);
const logout: Resolver<{ refreshToken: string }> = (_, args) => logOut(args.refreshToken);
const endSession: Resolver<{ id: string }> = (_, { id }, context) =>
  endOwnSession(signedIn(context), id);
const requestResetField: Resolver<{ email: string }> = (_, { email }, { actor }) =>
  requestReset(actor, email);
const resetPasswordField: Resolver<{ token: string; newPassword: string }> = (_, args, context) =>
  resetPassword(context.actor, args);
const updateProfileField: Resolver<{ input: ProfileInput }> = (_, { input }, context) => {
  // A picture that was loaded earlier in this request may be the old one.
  context.loaders.delete('pictures');
  return updateProfile(signedIn(context), input);
};
const enroll: Resolver<unknown> = (_, _args, context) => enrollMfa(signedIn(context));
const confirm: Resolver<{ mfa: string }> = (_, { mfa }, context) =>
  confirmMfa(signedIn(context), mfa);
const disable: Resolver<{ mfa: string }> = (_, { mfa }, context) =>
  disableMfa(signedIn(context), mfa);

/** A field that only its owner sees. */
const own =
  <V>(read: (account: Account) => V) =>
  (account: Account, _args: unknown, context: Context): V | null =>
    isSelf(account, context) ? read(account) : null;

const user = {
  __resolveReference: ({ id }: { id: unknown }, context: Context) => findAccount(id, context),
  name: ({ name }: Account, _args: unknown, context: Context) =>
    context.actor.kind === 'account' ? name : null,
  email: own(({ email }) => email),
  pfp: (account: Account, _args: unknown, context: Context) =>
    isSelf(account, context) ? findPicture(account.id, context) : null,
  defaultContract: own(({ defaultContract }) => defaultContract),
  address1: own(({ address1 }) => address1),
  address2: own(({ address2 }) => address2),
  city: own(({ city }) => city),
  zip: own(({ zip }) => zip),
  country: own(({ country }) => country),
  mfaEnabled: own(({ mfa }) => mfa !== null),
  operator: own(({ operator }) => operator),
  createdAt: own(({ createdAt }) => createdAt),
};

export const people = {
  Query: query,
  Mutation: {
    register: registerField,
    login,
    refresh,
    logout,
    endSession,
    requestReset: requestResetField,
    resetPassword: resetPasswordField,
    updateProfile: updateProfileField,
    enrollMfa: enroll,
    confirmMfa: confirm,
    disableMfa: disable,
  },
  User: user,
};
