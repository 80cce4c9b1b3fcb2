/** The mails that the product sent, one record per recipient; duplicates are kept. */

import type { Mail } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';

const maxMails = 1000;

/** Stores a mail for each recipient atomically and drops the oldest mails beyond the limit. */
export function storeMail(
  context: SandboxContext,
  mail: Omit<Mail, 'id' | 'to' | 'at'>,
  recipients: readonly string[],
): void {
  const mails = context.store.table('mails');
  const at = context.clock.now().toISOString();
  const added = recipients.map((to) => {
    const id = String(context.store.nextNumber('mail'));
    return ['mails', id, { id, to, at, ...mail }] as const;
  });
  const tooMany = Math.max(0, mails.size + added.length - maxMails);
  const oldest = [...mails.keys()].slice(0, tooMany).map((id) => ['mails', id, null] as const);
  context.store.commit(...added, ...oldest);
}

/** Newest first; with an address only the mails to it, ignoring case. */
export function listMails(context: SandboxContext, address: string | null): Mail[] {
  const wanted = address?.toLowerCase();
  const all = [...context.store.table('mails').values()].reverse();
  return wanted === undefined ? all : all.filter((mail) => mail.to.toLowerCase() === wanted);
}
