/** Operator commands of lending and their output. */

import { DomainError } from '@nameloan/contracts/errors';
import { formatDateTime } from '@nameloan/contracts/format-date';
import { storeNote } from './escrow/case-note/add-case-note.ts';
import type { CaseNote } from './escrow/case-note/case-note.ts';
import { readCaseNotes } from './escrow/case-note/read-case-notes.ts';
import { escrows } from './escrow/escrow.model.ts';
import type { Escrow } from './escrow/escrow.ts';
import { readHeldPage } from './escrow/read-escrows.ts';
import { applyTransition } from './escrow/transition/apply-transition.ts';
import { commit } from './service-context.ts';

/** The actor in the history of a loan that the command line changes. */
const commandLine = 'Nameloan staff';
const recipients = { borrower: 'BORROWER', lender: 'LENDER' } as const;
const isRecipient = (text: string): text is keyof typeof recipients =>
  Object.hasOwn(recipients, text);

/** Each throws INVALID_INPUT for invalid arguments. */
export const operatorCommands = {
  held: async ([action, id, ...rest]: readonly string[]) => {
    if (action === undefined) return list();
    const [to = ''] = rest;
    if (action === 'release' && id && rest.length === 1 && isRecipient(to)) return release(id, to);
    if (action === 'note' && id && rest.length > 0) return note(id, rest.join(' '));
    throw new DomainError(
      'INVALID_INPUT',
      'Usage: held, held release ID borrower|lender, held note ID TEXT.',
    );
  },
} as const satisfies Record<string, (args: readonly string[]) => Promise<string>>;

export type OperatorCommand = keyof typeof operatorCommands;

export function isOperatorCommand(name: string | undefined): name is OperatorCommand {
  return name !== undefined && Object.hasOwn(operatorCommands, name);
}

const maxListed = 100;

async function list(): Promise<string> {
  const { escrows: held, total } = await readHeldPage({ state: 'HELD', page: 1, limit: maxListed });
  if (total === 0) return 'The platform holds no domain.';
  const notes = await readCaseNotes(held.map(({ id }) => id));
  return [
    `${total} ${total === 1 ? 'domain is' : 'domains are'} held, earliest dispute first:`,
    ...held.flatMap((escrow) => describe(escrow, notes.get(escrow.id) ?? [])),
    'To release one: held release ID borrower|lender. To add a note: held note ID TEXT.',
  ].join('\n');
}

function describe(escrow: Escrow, notes: readonly CaseNote[]): string[] {
  const { id, domainName, borrowerName, lenderName, statusAt } = escrow;
  return [
    `  ${id}  ${domainName}, since ${formatDateTime(statusAt)}: borrower ${borrowerName}, lender ${lenderName}`,
    ...notes.map(({ at, author, text }) => `    ${formatDateTime(at)}, ${author}: ${text}`),
  ];
}

function release(id: string, to: keyof typeof recipients): Promise<string> {
  return commit(async (tx) => {
    const escrow = await escrows.get(id, tx);
    const by = { role: 'OPERATOR', accountId: null, name: commandLine } as const;
    const input = { transition: `RELEASE_${recipients[to]}` } as const;
    const { domainName } = await applyTransition(escrow, { input, by }, tx);
    const name = to === 'borrower' ? escrow.borrowerName : escrow.lenderName;
    return `${domainName} is released to the ${to}, ${name}.`;
  });
}

function note(id: string, text: string): Promise<string> {
  return commit(async (tx) => {
    const escrow = await escrows.get(id, tx);
    await storeNote(escrow, { accountId: null, author: commandLine, text }, tx);
    return `The note on ${escrow.domainName} is added.`;
  });
}
