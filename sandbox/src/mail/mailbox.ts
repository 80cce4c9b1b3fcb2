/** The mails that the product sent, one record for each recipient, doubles and all. */

import type { Mail } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';

const maxMails = 1000;

/** Keeps a mail for each recipient, all or none, and lets the oldest go beyond the bound. */
export function storeMail(
  world: SandboxContext,
  mail: Omit<Mail, 'id' | 'to' | 'at'>,
  recipients: readonly string[],
): void {
  const mails = world.store.table('mails');
  const at = world.clock.now().toISOString();
  const added = recipients.map((to) => {
    const id = String(world.store.nextNumber('mail'));
    return ['mails', id, { id, to, at, ...mail }] as const;
  });
  const tooMany = Math.max(0, mails.size + added.length - maxMails);
  const oldest = [...mails.keys()].slice(0, tooMany).map((id) => ['mails', id, null] as const);
  world.store.commit(...added, ...oldest);
}

/** Newest first; with an address only the mails to it, case ignored. */
export function listMails(world: SandboxContext, address: string | null): Mail[] {
  const wanted = address?.toLowerCase();
  const all = [...world.store.table('mails').values()].reverse();
  return wanted === undefined ? all : all.filter((mail) => mail.to.toLowerCase() === wanted);
}
