/** Resolver of the mutation that turns off a kind of mail without a login. */

import type { Fields } from '../graphql.generated.ts';
import { unsubscribe } from './unsubscribe.ts';

export const unsubscribeFields = {
  Mutation: {
    stopMail: async (_, { token }) => {
      await unsubscribe(token);
      return true;
    },
  },
} satisfies Fields;
