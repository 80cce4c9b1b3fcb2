/** Operator commands of identity and their output. */

import { setOperator } from './account/set-operator.ts';
import { endMfa } from './mfa/end-mfa.ts';

/** Each throws NOT_FOUND for an unknown e-mail address and is idempotent. */
export const operatorCommands = {
  grant: async (typed: string) => {
    const { email, changed } = await setOperator(typed, true);
    return `${email} is ${changed ? 'now' : 'already'} an operator.`;
  },
  revoke: async (typed: string) => {
    const { email, changed } = await setOperator(typed, false);
    return `${email} is ${changed ? 'no longer' : 'not'} an operator.`;
  },
  'end-mfa': async (typed: string) => {
    const { email, changed } = await endMfa(typed);
    if (!changed) return `MFA of ${email} is already off.`;
    return `MFA of ${email} is now off. All sessions were ended and the user was notified by mail.`;
  },
} as const satisfies Record<string, (email: string) => Promise<string>>;

export type OperatorCommand = keyof typeof operatorCommands;

export function isOperatorCommand(name: string | undefined): name is OperatorCommand {
  return name !== undefined && Object.hasOwn(operatorCommands, name);
}
