/** What `npm run operator` can do: one row a verb. */

import type { OperatorVerb } from '@nameloan/identity/account/operator-verbs.ts';
import type { Verb } from './reach-product.ts';
import { rotateKey } from './rotate-key.ts';

/** Identity knows what the verb does; here is only the way to it. */
function ofAccount(verb: OperatorVerb, does: string): Verb {
  return {
    takes: ['EMAIL'],
    does,
    running: async ({ post }, [email = '']) => {
      const { message } = await post('identity', '/operator', { verb, email });
      return String(message);
    },
    alone: async ({ environment }, [email = '']) => {
      const { doInIdentity } = await import('@nameloan/identity/operator.ts');
      return doInIdentity(environment, verb, email);
    },
  };
}

export const verbs: Record<string, Verb> = {
  'rotate-key': rotateKey,
  grant: ofAccount('grant', 'makes an account an operator'),
  revoke: ofAccount('revoke', 'takes that back'),
  'end-mfa': ofAccount('end-mfa', 'ends MFA whose authenticator is lost'),
};
