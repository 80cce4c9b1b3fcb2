/** What the sandbox's DNS knows: TXT records set by hand, and the delegations of the registry's domains. */

import type { TxtRecord } from '../records.ts';
import { isPendingDelete } from '../registry/expiry-phases.ts';
import type { SandboxContext } from '../sandbox-context.ts';

/** Lower case, no final dot: names compare so (RFC 4343). */
export function canonicalName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** True for a name that a DNS message can carry; unlike host names it may have underscores. */
export function isRecordName(name: string): boolean {
  const labels = name.split('.');
  return name.length <= 253 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

/** Sets all TXT records of a name at once. An empty list leaves a name that exists without TXT. */
export function setTxt(world: SandboxContext, name: string, txt: readonly string[]): TxtRecord {
  const record = { name, txt, at: world.clock.now().toISOString() };
  world.store.commit(['dns', name, record]);
  return record;
}

/** Returns false when there was nothing to remove. */
export function removeTxt(world: SandboxContext, name: string): boolean {
  if (!world.store.table('dns').has(name)) return false;
  world.store.commit(['dns', name, null]);
  return true;
}

export function getTxt(world: SandboxContext, name: string): readonly string[] {
  return world.store.table('dns').get(name)?.txt ?? [];
}

/** The nameservers that the registry delegates a domain to; none once its deletion has begun. */
export function getNameservers(world: SandboxContext, name: string): readonly string[] {
  const domain = world.store.table('domains').get(name);
  if (!domain?.registered || isPendingDelete(domain, world.clock.now())) return [];
  return domain.nameservers;
}

/** A name exists when it has records, or when a name below it has (RFC 8020). */
export function nameExists(world: SandboxContext, name: string): boolean {
  if (world.store.table('domains').get(name)?.registered) return true;
  const below = `.${name}`;
  for (const known of world.store.table('dns').keys()) {
    if (known === name || known.endsWith(below)) return true;
  }
  return false;
}

/** The zone that answers for a name: its last two labels, which is all that the sandbox delegates. */
export function zoneOf(name: string): string {
  return name.split('.').slice(-2).join('.');
}
