/** Resolvers of mail preferences. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { alwaysMailed } from '../templates/notification-kind.ts';
import { toMailSwitches } from './preferences.ts';
import { readRecipient, savePreferences } from './save-preferences.ts';

export const preferenceFields = {
  Query: { preferences: (_, _args, context) => readRecipient(signedIn(context)) },
  Mutation: {
    savePreferences: (_, { mail }, context) => savePreferences(signedIn(context), mail),
  },
  Preferences: { mail: toMailSwitches, alwaysMailed: () => [...alwaysMailed] },
} satisfies Fields;
