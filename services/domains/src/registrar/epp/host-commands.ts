/** Host commands as XML (RFC 5732 section 3), as far as nameservers outside our domains need them. */

import type { Command } from './commands.ts';
import { hostNamespace } from './commands.ts';
import { nameList, nameText } from './domain-commands.ts';

export function hostCheck(names: readonly string[]): Command {
  const inner = nameList('host', names);
  const verb = `<check><host:check xmlns:host="${hostNamespace}">${inner}</host:check></check>`;
  return { name: 'host check', read: true, verb, secrets: [] };
}

export function hostCreate(name: string): Command {
  const inner = `<host:name>${nameText(name)}</host:name>`;
  const verb = `<create><host:create xmlns:host="${hostNamespace}">${inner}</host:create></create>`;
  return { name: 'host create', read: false, verb, secrets: [] };
}
