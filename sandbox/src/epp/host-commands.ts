/** EPP's host commands (RFC 5732): parse XML, run the registry operation, render XML. */

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

export function checkHosts({ context, object }: Command): Reply {
  const names = sequence(object, ['name']).all('name').map(nameOf);
  if (names.length === 0) throw new RegistryError(2003, 'The parameter name is missing.');
  if (names.length > maxNames) throw new RegistryError(2306, `At most ${maxNames} names at once.`);
  const results = names.map((name) => {
    const reason = isDomainName(name)
      ? hostExists(context, name)
        ? 'In use'
        : null
      : 'Invalid name';
    const why = reason ? element('reason', reason) : '';
    return `<host:cd><host:name avail="${reason ? 0 : 1}">${escapeXml(name)}</host:name>${why}</host:cd>`;
  });
  return { code: 1000, data: wrap('chkData', ...results) };
}

export function infoHost({ context, object }: Command): Reply {
  const host = getHost(context, nameOf(sequence(object, ['name']).one('name')));
  return {
    code: 1000,
    data: wrap(
      'infData',
      element('name', host.name),
      element('roid', host.roid),
      ...displayedHostStatuses(context, host).map((status) => `<host:status s="${status}"/>`),
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

export function createHostCommand({ context, object }: Command): Reply {
  const elements = sequence(object, ['name', 'addr']);
  const host = createHost(
    context,
    nameOf(elements.one('name')),
    elements.all('addr').map(addressOf),
  );
  return {
    code: 1000,
    data: wrap('creData', element('name', host.name), element('crDate', host.createdAt)),
  };
}

export function updateHostCommand({ context, object }: Command): Reply {
  const elements = sequence(object, ['name', 'add', 'rem', 'chg']);
  const add = changesOf(elements.one('add'));
  const remove = changesOf(elements.one('rem'));
  if (elements.one('chg')) throw new RegistryError(2102, 'Hosts cannot be renamed here.');
  updateHost(context, nameOf(elements.one('name')), {
    addAddresses: add.addresses,
    removeAddresses: remove.addresses,
    addStatuses: add.statuses,
    removeStatuses: remove.statuses,
  });
  return { code: 1000 };
}

export function deleteHostCommand({ context, object }: Command): Reply {
  deleteHost(context, nameOf(sequence(object, ['name']).one('name')));
  return { code: 1000 };
}

function changesOf(element: XmlElement | undefined): {
  addresses: HostAddress[];
  statuses: string[];
} {
  if (!element) return { addresses: [], statuses: [] };
  const elements = sequence(element, ['addr', 'status']);
  return {
    addresses: elements.all('addr').map(addressOf),
    statuses: elements.all('status').map((status) => {
      if (status.attributes.s) return status.attributes.s;
      throw syntaxError('A status has an attribute s.');
    }),
  };
}

function addressOf(element: XmlElement): HostAddress {
  const ip = element.attributes.ip ?? 'v4';
  if (ip !== 'v4' && ip !== 'v6') throw syntaxError('An address is v4 or v6.');
  return { ip, address: element.text.toLowerCase() };
}

function element(name: string, text: string): string {
  return `<host:${name}>${escapeXml(text)}</host:${name}>`;
}

function wrap(name: string, ...elements: (string | false | null)[]): string {
  return `<host:${name} xmlns:host="${hostNamespace}">${elements.filter(Boolean).join('')}</host:${name}>`;
}
