/** EPP's domain commands (RFC 5731): XML in, registry use case, XML out. */

import type { Domain, TransferData } from '../records.ts';
import { displayedStatuses, isDomainName } from '../registry/domain.ts';
import { rgpStatus } from '../registry/expiry-phases.ts';
import { transferData } from '../registry/message-queue.ts';
import {
  answerTransfer,
  cancelTransfer,
  getDomain,
  isAvailable,
  renewDomain,
  requestTransfer,
  updateDomain,
} from '../registry/registry.ts';
import { RegistryError } from '../registry/registry-error.ts';
import type { Command } from './command.ts';
import { agreedCents, chargedXml, feeData } from './fee-extension.ts';
import { domainNamespace, rgpNamespace } from './names.ts';
import type { Reply } from './reply.ts';
import type { XmlElement } from './xml.ts';
import { escapeXml, requiredText, sequence, syntaxError } from './xml.ts';

const maxNames = 100;
/** labelType of RFC 5731's schema, which the answers repeat. */
const maxNameLength = 255;

/** Several names at once; the fee extension adds prices (RFC 8748). */
export function checkDomains({ world, object, extension }: Command): Reply {
  const names = sequence(object, ['name']).all('name').map(nameOf);
  if (names.length === 0) throw new RegistryError(2003, 'The parameter name is missing.');
  if (names.length > maxNames) throw new RegistryError(2306, `At most ${maxNames} names at once.`);
  const results = names.map((name) => {
    const reason = isDomainName(name)
      ? isAvailable(world, name)
        ? null
        : 'In use'
      : 'Invalid name';
    const why = reason ? `<domain:reason>${reason}</domain:reason>` : '';
    const avail = reason ? '0' : '1';
    return `<domain:cd><domain:name avail="${avail}">${escapeXml(name)}</domain:name>${why}</domain:cd>`;
  });
  return {
    code: 1000,
    data: wrap('chkData', results.join('')),
    extension: extension && feeData(world, names, extension),
  };
}

/** All about a domain; the authorisation code only to its sponsor or to who knows it already. */
export function infoDomain({ world, object, chosen }: Command): Reply {
  const parts = sequence(object, ['name', 'authInfo']);
  const domain = getDomain(world, nameOf(parts.one('name')));
  const given = codeOf(parts.one('authInfo'));
  if (given !== null && given !== domain.authCode) {
    throw new RegistryError(2202, 'The authorisation code is wrong.');
  }
  const now = world.clock.now();
  const grace = chosen.has(rgpNamespace) ? rgpStatus(domain, now) : null;
  const mayKnow = given !== null || domain.registrar === world.registrar.id;
  const asked = parts.one('name')?.attributes.hosts ?? 'all';
  const nameservers = asked === 'all' || asked === 'del' ? domain.nameservers : [];
  const hosts =
    asked === 'all' || asked === 'sub' ? hostsUnder(world.store.table('hosts').keys(), domain) : [];
  return {
    code: 1000,
    data: wrap(
      'infData',
      element('name', domain.name),
      element('roid', domain.roid),
      ...displayedStatuses(domain, now).map((status) => `<domain:status s="${status}"/>`),
      nameservers.length > 0 &&
        `<domain:ns>${nameservers.map((ns) => element('hostObj', ns)).join('')}</domain:ns>`,
      ...hosts.map((host) => element('host', host)),
      element('clID', domain.registrar),
      element('crDate', domain.createdAt),
      domain.updatedBy && element('upID', domain.updatedBy),
      domain.updatedAt && element('upDate', domain.updatedAt),
      element('exDate', domain.expiresAt),
      domain.transferredAt && element('trDate', domain.transferredAt),
      mayKnow && `<domain:authInfo>${element('pw', domain.authCode)}</domain:authInfo>`,
    ),
    ...(grace && {
      extension: `<rgp:infData xmlns:rgp="${rgpNamespace}"><rgp:rgpStatus s="${grace}"/></rgp:infData>`,
    }),
  };
}

export function renewDomainCommand({ world, object, extension }: Command): Reply {
  const parts = sequence(object, ['name', 'curExpDate', 'period']);
  const knownExpiry = requiredText(parts.one('curExpDate'), 'curExpDate');
  if (!/^\d{4}-\d\d-\d\d$/.test(knownExpiry)) {
    throw new RegistryError(2005, 'The parameter curExpDate is a date, YYYY-MM-DD.');
  }
  const agreed = agreedCents(extension, 'renew');
  const order = { knownExpiry, years: yearsOf(parts.one('period')), agreedCents: agreed };
  const domain = renewDomain(world, nameOf(parts.one('name')), order);
  return {
    code: 1000,
    data: wrap('renData', element('name', domain.name), element('exDate', domain.expiresAt)),
    extension: chargedXml(agreed, 'renData'),
  };
}

export function updateDomainCommand({ world, object }: Command): Reply {
  const parts = sequence(object, ['name', 'add', 'rem', 'chg']);
  const add = changesOf(parts.one('add'));
  const remove = changesOf(parts.one('rem'));
  const name = nameOf(parts.one('name'));
  if (!parts.one('add') && !parts.one('rem') && !parts.one('chg')) {
    throw new RegistryError(2003, 'An update needs add, rem or chg.');
  }
  updateDomain(world, name, {
    addStatuses: add.statuses,
    removeStatuses: remove.statuses,
    addNameservers: add.nameservers,
    removeNameservers: remove.nameservers,
    authCode: newCodeOf(parts.one('chg')),
  });
  return { code: 1000 };
}

/** The five kinds of transfer command, told apart by the op attribute. */
export function transferDomain(command: Command): Reply {
  const { world, object, verb, extension } = command;
  if (extension && verb.attributes.op !== 'request')
    throw new RegistryError(2103, 'Only the request of a transfer takes an extension here.');
  const parts = sequence(object, ['name', 'period', 'authInfo']);
  const name = nameOf(parts.one('name'));
  const authCode = codeOf(parts.one('authInfo'));
  switch (verb.attributes.op) {
    case 'request': {
      const agreed = agreedCents(extension, 'transfer');
      const domain = requestTransfer(world, name, {
        authCode,
        years: yearsOf(parts.one('period')),
        agreedCents: agreed,
      });
      return {
        code: 1001,
        data: transferXml(transferData(domain)),
        extension: chargedXml(agreed, 'trnData'),
      };
    }
    case 'query':
      return {
        code: 1000,
        data: transferXml(transferData(queryTransfer(command, name, authCode))),
      };
    case 'cancel':
      return { code: 1000, data: transferXml(transferData(cancelTransfer(world, name))) };
    case 'approve':
    case 'reject': {
      const end = verb.attributes.op === 'approve' ? 'clientApproved' : 'clientRejected';
      const domain = answerTransfer(world, name, { registrar: world.registrar.id, end });
      return { code: 1000, data: transferXml(transferData(domain)) };
    }
    default:
      throw syntaxError('A transfer is a request, query, cancel, approve or reject.');
  }
}

function queryTransfer({ world }: Command, name: string, authCode: string | null): Domain {
  const domain = getDomain(world, name);
  if (authCode !== null && authCode !== domain.authCode) {
    throw new RegistryError(2202, 'The authorisation code is wrong.');
  }
  const known = [domain.registrar, domain.transfer?.requestedBy, domain.transfer?.actingBy];
  if (authCode === null && !known.includes(world.registrar.id)) {
    throw new RegistryError(2201, 'Only the registrars of a transfer may ask for it.');
  }
  return domain;
}

/** trnData (RFC 5731 section 3.1.3), also carried by messages of the queue. */
export function transferXml(transfer: TransferData): string {
  const approvedOrPending = !['clientRejected', 'clientCancelled'].includes(transfer.status);
  return wrap(
    'trnData',
    element('name', transfer.name),
    element('trStatus', transfer.status),
    element('reID', transfer.requestedBy),
    element('reDate', transfer.requestedAt),
    element('acID', transfer.actingBy),
    element('acDate', transfer.actingAt),
    approvedOrPending && element('exDate', transfer.newExpiry),
  );
}

function hostsUnder(hosts: Iterable<string>, domain: Domain): string[] {
  return [...hosts].filter((host) => host.endsWith(`.${domain.name}`)).sort();
}

function changesOf(part: XmlElement | undefined): { statuses: string[]; nameservers: string[] } {
  if (!part) return { statuses: [], nameservers: [] };
  const parts = sequence(part, ['ns', 'contact', 'status']);
  if (parts.one('contact')) throw new RegistryError(2102, 'This registry keeps no contacts.');
  const nameservers = parts.one('ns');
  if (nameservers?.children.some((child) => child.name === 'hostAttr')) {
    throw new RegistryError(2102, 'Nameservers are host objects here, not attributes.');
  }
  return {
    statuses: parts.all('status').map((status) => {
      if (status.attributes.s) return status.attributes.s;
      throw syntaxError('A status has an attribute s.');
    }),
    nameservers: nameservers ? sequence(nameservers, ['hostObj']).all('hostObj').map(nameOf) : [],
  };
}

function newCodeOf(part: XmlElement | undefined): string | null {
  if (!part) return null;
  const parts = sequence(part, ['registrant', 'authInfo']);
  if (parts.one('registrant')) throw new RegistryError(2102, 'This registry keeps no contacts.');
  return codeOf(parts.one('authInfo'));
}

function codeOf(authInfo: XmlElement | undefined): string | null {
  if (!authInfo) return null;
  const code = sequence(authInfo, ['pw', 'ext', 'null']).one('pw');
  if (!code) throw new RegistryError(2102, 'Authorisation is by password here.');
  return code.text;
}

function yearsOf(period: XmlElement | undefined): number {
  if (!period) return 1;
  if (period.attributes.unit !== 'y') throw new RegistryError(2004, 'Periods are in years here.');
  if (!/^\d{1,2}$/.test(period.text) || period.text === '0') {
    throw new RegistryError(2004, 'A period is 1 to 99 years.');
  }
  return Number(period.text);
}

/** Names are compared in lower case, without the final dot. */
export function nameOf(part: XmlElement | undefined): string {
  const name = requiredText(part, 'name').toLowerCase().replace(/\.$/, '');
  if (name.length > maxNameLength)
    throw syntaxError(`A name has at most ${maxNameLength} characters.`);
  return name;
}

function element(name: string, text: string): string {
  return `<domain:${name}>${escapeXml(text)}</domain:${name}>`;
}

function wrap(name: string, ...parts: (string | false | null)[]): string {
  return `<domain:${name} xmlns:domain="${domainNamespace}">${parts.filter(Boolean).join('')}</domain:${name}>`;
}
