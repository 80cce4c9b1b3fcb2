/** What staff may do to an account from the command line: verb → use case, and the sentence that it answers. */

import { setOperator } from './account/set-operator.ts';
import { endMfa } from './mfa/end-mfa.ts';

/** Each throws NOT_FOUND for an unknown e-mail, and done already says so and changes nothing. */
export const operatorCommands = {
  grant: async (typed: string) => {
    const { email, changed } = await setOperator(typed, true);
    return `${email} is an operator ${changed ? 'now' : 'already'}.`;
  },
  revoke: async (typed: string) => {
    const { email, changed } = await setOperator(typed, false);
    return `${email} is no operator ${changed ? 'any more' : 'anyway'}.`;
  },
  'end-mfa': async (typed: string) => {
    const { email, changed } = await endMfa(typed);
    if (!changed) return `MFA of ${email} is off already.`;
    return `MFA of ${email} is off now, every session has ended, and a mail says so.`;
  },
} as const satisfies Record<string, (email: string) => Promise<string>>;

export type OperatorVerb = keyof typeof operatorCommands;

export function isOperatorCommand(word: string | undefined): word is OperatorVerb {
  return word !== undefined && Object.hasOwn(operatorCommands, word);
}
