/** What `npm run operator` can do: one row a verb. */

import type { OperatorCommand } from '@nameloan/identity/operator-commands.ts';
import type { OperatorCommand as PaymentsVerb } from '@nameloan/payments/operator-commands.ts';
import { StartError } from '../start/data-folder.ts';
import type { Verb } from './connect-product.ts';
import { reconcileServices } from './reconcile/reconcile-services.ts';
import { rotateKey } from './rotate-key.ts';

/** Identity knows what the verb does; here is only the way to it. */
function ofAccount(verb: OperatorCommand, does: string): Verb {
  return {
    takes: ['EMAIL'],
    does,
    running: async ({ post }, [email = '']) => {
      const { message } = await post('identity', '/operator', { command: verb, email });
      return String(message);
    },
    alone: async ({ environment }, [email = '']) => {
      const { runOperatorCommand } = await import('@nameloan/identity/operator.ts');
      return runOperatorCommand(environment, verb, email);
    },
  };
}

/** Payments knows what the verb does; alone, without the providers, only the list and its settling are possible. */
function ofPayments(verb: PaymentsVerb, about: Pick<Verb, 'takes' | 'does'>): Verb {
  return {
    ...about,
    running: async ({ post }, words) => {
      const { message } = await post('payments', '/operator', { command: verb, args: words });
      return String(message);
    },
    alone: async ({ environment }, words) => {
      if (verb !== 'deposits') {
        throw new StartError(
          `${verb} asks the parts and the payment providers: start the product first.`,
        );
      }
      const { runDepositsStandalone } = await import('@nameloan/payments/operator.ts');
      return runDepositsStandalone(environment, words);
    },
  };
}

const providerPayments = ofPayments('reconcile', {
  takes: ['[DAYS|nowpayments:ID]'],
  does: 'compares the providers’ payments with our deposits and mends ours',
});

export const commands: Record<string, Verb> = {
  'rotate-key': rotateKey,
  grant: ofAccount('grant', 'makes an account an operator'),
  revoke: ofAccount('revoke', 'takes that back'),
  'end-mfa': ofAccount('end-mfa', 'ends MFA whose authenticator is lost'),
  deposits: ofPayments('deposits', {
    takes: ['[credit|fail]', '[ID]', '[DOLLARS|REASON]'],
    does: 'lists payments that are not what was asked for; credits or fails one',
  }),
  reconcile: {
    takes: ['[parts|DAYS|nowpayments:ID]'],
    does: 'compares the parts with each other, then the providers’ payments with our deposits, and mends what differs; parts: the first alone',
    running: async (product, words) => {
      const [word] = words;
      const lines: string[] = [];
      if (!word?.startsWith('nowpayments:')) lines.push(await reconcileServices(product.post));
      if (word !== 'parts') lines.push(await providerPayments.running(product, words));
      return lines.join('\n');
    },
    alone: (product, words) => providerPayments.alone(product, words),
  },
};
