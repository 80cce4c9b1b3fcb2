/** EPP's host commands (RFC 5732): XML in, registry use case, XML out. */

import type { HostAddress } from '../records.ts';
import { isDomainName } from '../registry/domain.ts';
import {
  createHost,
  deleteHost,
  displayedHostStatuses,
  getHost,
  hostExists,
  updateHost,
} from '../registry/host.ts';
import { RegistryError } from '../registry/registry-error.ts';
import type { Command } from './command.ts';
import { nameOf } from './domain-commands.ts';
import { hostNamespace } from './names.ts';
import type { Reply } from './reply.ts';
import type { XmlElement } from './xml.ts';
import { escapeXml, sequence, syntaxError } from './xml.ts';

const maxNames = 100;

export function checkHosts({ world, object }: Command): Reply {
  const names = sequence(object, ['name']).all('name').map(nameOf);
  if (names.length === 0) throw new RegistryError(2003, 'The parameter name is missing.');
  if (names.length > maxNames) throw new RegistryError(2306, `At most ${maxNames} names at once.`);
  const results = names.map((name) => {
    const reason = isDomainName(name)
      ? hostExists(world, name)
        ? 'In use'
        : null
      : 'Invalid name';
    const why = reason ? element('reason', reason) : '';
    return `<host:cd><host:name avail="${reason ? 0 : 1}">${escapeXml(name)}</host:name>${why}</host:cd>`;
  });
  return { code: 1000, data: wrap('chkData', ...results) };
}

export function infoHost({ world, object }: Command): Reply {
  const host = getHost(world, nameOf(sequence(object, ['name']).one('name')));
  return {
    code: 1000,
    data: wrap(
      'infData',
      element('name', host.name),
      element('roid', host.roid),
      ...displayedHostStatuses(world, host).map((status) => `<host:status s="${status}"/>`),
      ...host.addresses.map(
        ({ ip, address }) => `<host:addr ip="${ip}">${escapeXml(address)}</host:addr>`,
      ),
      element('clID', host.registrar),
      element('crID', host.registrar),
      element('crDate', host.createdAt),
      host.updatedAt && element('upID', host.registrar),
      host.updatedAt && element('upDate', host.updatedAt),
    ),
  };
}

export function createHostCommand({ world, object }: Command): Reply {
  const parts = sequence(object, ['name', 'addr']);
  const host = createHost(world, nameOf(parts.one('name')), parts.all('addr').map(addressOf));
  return {
    code: 1000,
    data: wrap('creData', element('name', host.name), element('crDate', host.createdAt)),
  };
}

export function updateHostCommand({ world, object }: Command): Reply {
  const parts = sequence(object, ['name', 'add', 'rem', 'chg']);
  const add = changesOf(parts.one('add'));
  const remove = changesOf(parts.one('rem'));
  if (parts.one('chg')) throw new RegistryError(2102, 'Hosts cannot be renamed here.');
  updateHost(world, nameOf(parts.one('name')), {
    addAddresses: add.addresses,
    removeAddresses: remove.addresses,
    addStatuses: add.statuses,
    removeStatuses: remove.statuses,
  });
  return { code: 1000 };
}

export function deleteHostCommand({ world, object }: Command): Reply {
  deleteHost(world, nameOf(sequence(object, ['name']).one('name')));
  return { code: 1000 };
}

function changesOf(part: XmlElement | undefined): { addresses: HostAddress[]; statuses: string[] } {
  if (!part) return { addresses: [], statuses: [] };
  const parts = sequence(part, ['addr', 'status']);
  return {
    addresses: parts.all('addr').map(addressOf),
    statuses: parts.all('status').map((status) => {
      if (status.attributes.s) return status.attributes.s;
      throw syntaxError('A status has an attribute s.');
    }),
  };
}

function addressOf(part: XmlElement): HostAddress {
  const ip = part.attributes.ip ?? 'v4';
  if (ip !== 'v4' && ip !== 'v6') throw syntaxError('An address is v4 or v6.');
  return { ip, address: part.text.toLowerCase() };
}

function element(name: string, text: string): string {
  return `<host:${name}>${escapeXml(text)}</host:${name}>`;
}

function wrap(name: string, ...parts: (string | false | null)[]): string {
  return `<host:${name} xmlns:host="${hostNamespace}">${parts.filter(Boolean).join('')}</host:${name}>`;
}
