/** What `npm run operator` can do: one entry per command. */

import type { OperatorCommand } from '@nameloan/identity/operator-commands';
import type { OperatorCommand as PaymentsCommand } from '@nameloan/payments/operator-commands';
import { StartError } from '@nameloan/standalone/data-folder';
import type { CommandDefinition } from './connect-product.ts';
import { reconcileServices } from './reconcile/reconcile-services.ts';
import { rotateKey } from './rotate-key.ts';

/** A command that identity implements. */
function ofAccount(command: OperatorCommand, description: string): CommandDefinition {
  return {
    parameters: ['EMAIL'],
    description,
    running: async ({ post }, [email = '']) => {
      const { message } = await post('identity', '/operator', { command, email });
      return String(message);
    },
    standalone: async ({ environment }, [email = '']) => {
      const { runOperatorCommand } = await import('@nameloan/identity/operator');
      return runOperatorCommand(environment, command, email);
    },
  };
}

/** A command that payments implements. Standalone, without the providers, only `deposits` works. */
function ofPayments(
  command: PaymentsCommand,
  about: Pick<CommandDefinition, 'parameters' | 'description'>,
): CommandDefinition {
  return {
    ...about,
    running: async ({ post }, args) => {
      const { message } = await post('payments', '/operator', { command, args });
      return String(message);
    },
    standalone: async ({ environment }, args) => {
      if (command !== 'deposits') {
        throw new StartError(
          `${command} calls the services and the payment providers: start the product first.`,
        );
      }
      const { runDepositsStandalone } = await import('@nameloan/payments/operator');
      return runDepositsStandalone(environment, args);
    },
  };
}

const held: CommandDefinition = {
  parameters: ['[release|note]', '[ID]', '[borrower|lender|TEXT]'],
  description:
    'lists domains that the platform holds after a decision; releases one, or adds a note',
  running: async ({ post }, args) => {
    const { message } = await post('lending', '/operator', { command: 'held', args });
    return String(message);
  },
  standalone: async ({ environment }, args) => {
    const { runHeldStandalone } = await import('@nameloan/lending/operator');
    return runHeldStandalone(environment, args);
  },
};

const connect: CommandDefinition = {
  parameters: ['template|records|check'],
  description:
    'Domain Connect: prints the template to onboard or the public key to publish, or checks the key in DNS',
  running: async ({ post }, args) => {
    const { message } = await post('domains', '/operator', { command: 'connect', args });
    return String(message);
  },
  standalone: async () => {
    throw new StartError('connect reads the settings of the running product: start it first.');
  },
};

const providerPayments = ofPayments('reconcile', {
  parameters: ['[DAYS|nowpayments:ID]'],
  description: 'compares the providers’ payments with our deposits and repairs ours',
});

export const commands: Record<string, CommandDefinition> = {
  'rotate-key': rotateKey,
  grant: ofAccount('grant', 'makes an account an operator'),
  revoke: ofAccount('revoke', 'revokes operator rights'),
  'end-mfa': ofAccount('end-mfa', 'disables MFA after a lost authenticator'),
  held,
  connect,
  deposits: ofPayments('deposits', {
    parameters: ['[credit|fail]', '[ID]', '[DOLLARS|REASON]'],
    description: 'lists payments that do not match their deposit; credits or fails one',
  }),
  reconcile: {
    parameters: ['[services|DAYS|nowpayments:ID]'],
    description:
      'compares the services with each other, then the providers’ payments with our deposits, and repairs differences; services: only the first',
    running: async (product, args) => {
      const [scope] = args;
      const lines: string[] = [];
      if (!scope?.startsWith('nowpayments:')) lines.push(await reconcileServices(product.post));
      if (scope !== 'services') lines.push(await providerPayments.running(product, args));
      return lines.join('\n');
    },
    standalone: (product, args) => providerPayments.standalone(product, args),
  },
};
