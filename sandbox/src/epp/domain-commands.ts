/** EPP's domain commands (RFC 5731): parse XML, run the registry operation, render XML. */

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
import type { SandboxContext } from '../sandbox-context.ts';
import type { Command } from './command.ts';
import { dsDataXml, readDsUpdate } from './dns-security.ts';
import { agreedCents, chargedXml, feeData } from './fee-extension.ts';
import {
  clientIdOf,
  domainNamespace,
  keysysNamespace,
  rgpNamespace,
  secDnsNamespace,
} from './names.ts';
import type { Reply } from './reply.ts';
import {
  assertGatewayStatuses,
  gatewayNotice,
  gatewayStatuses,
  gatewayTransfer,
  keysysXml,
} from './reseller-gateway.ts';
import type { XmlElement } from './xml.ts';
import { escapeXml, requiredText, sequence, syntaxError } from './xml.ts';

const maxNames = 100;
/** Maximum of labelType in RFC 5731's schema, which responses must satisfy. */
const maxNameLength = 255;

/** Checks several names; the fee extension adds prices (RFC 8748). */
export function checkDomains({ context, object, extension }: Command): Reply {
  const names = sequence(object, ['name']).all('name').map(nameOf);
  if (names.length === 0) throw new RegistryError(2003, 'The parameter name is missing.');
  if (names.length > maxNames) throw new RegistryError(2306, `At most ${maxNames} names at once.`);
  const results = names.map((name) => {
    const reason = isDomainName(name)
      ? isAvailable(context, name)
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
    extension: extension && feeData(context, names, extension),
  };
}

/** Returns a domain's data; its authorisation code only to the sponsor or to a client that sends it. */
export function infoDomain({ context, object, extensions }: Command): Reply {
  const elements = sequence(object, ['name', 'authInfo']);
  const domain = getDomain(context, nameOf(elements.one('name')));
  const given = codeOf(elements.one('authInfo'));
  if (given !== null && given !== domain.authCode) {
    throw new RegistryError(2202, 'The authorisation code is wrong.');
  }
  const now = context.clock.now();
  const grace = extensions.has(rgpNamespace) ? rgpStatus(domain, now) : null;
  const { resellerGateway } = context;
  const statuses = resellerGateway ? gatewayStatuses(domain, now) : displayedStatuses(domain, now);
  const showCode = given !== null || domain.registrar === context.registrar.id;
  const hostScope = elements.one('name')?.attributes.hosts ?? 'all';
  const nameservers = hostScope === 'all' || hostScope === 'del' ? domain.nameservers : [];
  const hosts =
    hostScope === 'all' || hostScope === 'sub'
      ? hostsUnder(context.store.table('hosts').keys(), domain)
      : [];
  return {
    code: 1000,
    data: wrap(
      'infData',
      element('name', domain.name),
      element('roid', resellerGateway ? `${domain.roid}-KEYSYS` : domain.roid),
      ...statuses.map((status) => `<domain:status s="${status}"/>`),
      domain.registrant !== undefined && element('registrant', domain.registrant),
      nameservers.length > 0 &&
        `<domain:ns>${nameservers.map((ns) => element('hostObj', ns)).join('')}</domain:ns>`,
      ...hosts.map((host) => element('host', host)),
      element('clID', clientIdOf(domain.registrar)),
      element('crDate', domain.createdAt),
      domain.updatedBy && element('upID', clientIdOf(domain.updatedBy)),
      domain.updatedAt && element('upDate', domain.updatedAt),
      element('exDate', domain.expiresAt),
      domain.transferredAt && element('trDate', domain.transferredAt),
      showCode && `<domain:authInfo>${element('pw', domain.authCode)}</domain:authInfo>`,
    ),
    extension: [
      extensions.has(keysysNamespace) && keysysXml(domain),
      grace &&
        `<rgp:infData xmlns:rgp="${rgpNamespace}"><rgp:rgpStatus s="${grace}"/></rgp:infData>`,
      extensions.has(secDnsNamespace) && dsDataXml(domain),
    ]
      .filter(Boolean)
      .join(''),
  };
}

export function renewDomainCommand({ context, object, extension }: Command): Reply {
  const elements = sequence(object, ['name', 'curExpDate', 'period']);
  const knownExpiry = requiredText(elements.one('curExpDate'), 'curExpDate');
  if (!/^\d{4}-\d\d-\d\d$/.test(knownExpiry)) {
    throw new RegistryError(2005, 'The parameter curExpDate is a date, YYYY-MM-DD.');
  }
  const agreed = agreedCents(context, extension, 'renew');
  const order = { knownExpiry, years: yearsOf(elements.one('period')), agreedCents: agreed };
  const domain = renewDomain(context, nameOf(elements.one('name')), order);
  return {
    code: 1000,
    data: wrap('renData', element('name', domain.name), element('exDate', domain.expiresAt)),
    extension: chargedXml(context, agreed, 'renData'),
  };
}

export function updateDomainCommand({ context, object, extension }: Command): Reply {
  const elements = sequence(object, ['name', 'add', 'rem', 'chg']);
  const add = changesOf(elements.one('add'));
  const remove = changesOf(elements.one('rem'));
  const name = nameOf(elements.one('name'));
  const ds = extension && readDsUpdate(extension);
  if (!elements.one('add') && !elements.one('rem') && !elements.one('chg') && !ds) {
    throw new RegistryError(2003, 'An update needs add, rem or chg.');
  }
  assertGatewayStatuses(context, [...add.statuses, ...remove.statuses]);
  updateDomain(context, name, {
    addStatuses: add.statuses,
    removeStatuses: remove.statuses,
    addNameservers: add.nameservers,
    removeNameservers: remove.nameservers,
    ...valuesOf(elements.one('chg')),
    ...ds,
  });
  return { code: 1000 };
}

/** The five transfer commands, selected by the op attribute. */
export function transferDomain(command: Command): Reply {
  const { context, object, verb, extension } = command;
  if (extension && verb.attributes.op !== 'request')
    throw new RegistryError(2103, 'Only the request of a transfer takes an extension here.');
  const elements = sequence(object, ['name', 'period', 'authInfo']);
  const name = nameOf(elements.one('name'));
  const authCode = codeOf(elements.one('authInfo'));
  switch (verb.attributes.op) {
    case 'request': {
      const agreed = agreedCents(context, extension, 'transfer');
      const domain = requestTransfer(context, name, {
        authCode,
        years: yearsOf(elements.one('period')),
        agreedCents: agreed,
      });
      return {
        code: 1001,
        data: transferXml(context, domain),
        extension: chargedXml(context, agreed, 'trnData'),
      };
    }
    case 'query':
      return {
        code: 1000,
        data: transferXml(context, queryTransfer(command, name, authCode)),
      };
    case 'cancel':
      return { code: 1000, data: transferXml(context, cancelTransfer(context, name)) };
    case 'approve':
    case 'reject': {
      const end = verb.attributes.op === 'approve' ? 'clientApproved' : 'clientRejected';
      const domain = answerTransfer(context, name, { registrar: context.registrar.id, end });
      return { code: 1000, data: transferXml(context, domain) };
    }
    default:
      throw syntaxError('A transfer is a request, query, cancel, approve or reject.');
  }
}

function queryTransfer({ context }: Command, name: string, authCode: string | null): Domain {
  const domain = getDomain(context, name);
  if (authCode !== null && authCode !== domain.authCode) {
    throw new RegistryError(2202, 'The authorisation code is wrong.');
  }
  const known = [domain.registrar, domain.transfer?.requestedBy, domain.transfer?.actingBy];
  if (authCode === null && !known.includes(context.registrar.id)) {
    throw new RegistryError(2201, 'Only the registrars of a transfer may ask for it.');
  }
  return domain;
}

/** trnData of a queue message. */
export function noticeXml({ resellerGateway }: SandboxContext, transfer: TransferData): string {
  return trnDataXml(resellerGateway ? gatewayNotice(transfer) : transfer);
}

function transferXml({ resellerGateway }: SandboxContext, domain: Domain): string {
  const transfer = transferData(domain);
  return trnDataXml(resellerGateway ? gatewayTransfer(transfer) : transfer);
}

/** RFC 5731 section 3.1.3. */
function trnDataXml(transfer: TransferData): string {
  const approvedOrPending = !['clientRejected', 'clientCancelled'].includes(transfer.status);
  return wrap(
    'trnData',
    element('name', transfer.name),
    element('trStatus', transfer.status),
    element('reID', clientIdOf(transfer.requestedBy)),
    element('reDate', transfer.requestedAt),
    element('acID', clientIdOf(transfer.actingBy)),
    element('acDate', transfer.actingAt),
    approvedOrPending && element('exDate', transfer.newExpiry),
  );
}

function hostsUnder(hosts: Iterable<string>, domain: Domain): string[] {
  return [...hosts].filter((host) => host.endsWith(`.${domain.name}`)).sort();
}

function changesOf(element: XmlElement | undefined): { statuses: string[]; nameservers: string[] } {
  if (!element) return { statuses: [], nameservers: [] };
  const elements = sequence(element, ['ns', 'contact', 'status']);
  if (elements.one('contact'))
    throw new RegistryError(2102, 'Domains have no contacts but the registrant here.');
  const nameservers = elements.one('ns');
  if (nameservers?.children.some((child) => child.name === 'hostAttr')) {
    throw new RegistryError(2102, 'Nameservers are host objects here, not attributes.');
  }
  return {
    statuses: elements.all('status').map((status) => {
      if (status.attributes.s) return status.attributes.s;
      throw syntaxError('A status has an attribute s.');
    }),
    nameservers: nameservers ? sequence(nameservers, ['hostObj']).all('hostObj').map(nameOf) : [],
  };
}

function valuesOf(element: XmlElement | undefined): {
  authCode: string | null;
  registrant: string | null;
} {
  if (!element) return { authCode: null, registrant: null };
  const elements = sequence(element, ['registrant', 'authInfo']);
  const registrant = elements.one('registrant');
  return {
    authCode: codeOf(elements.one('authInfo')),
    registrant: registrant ? requiredText(registrant, 'registrant') : null,
  };
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

/** Reads a name in lower case, without the final dot. */
export function nameOf(element: XmlElement | undefined): string {
  const name = requiredText(element, 'name').toLowerCase().replace(/\.$/, '');
  if (name.length > maxNameLength)
    throw syntaxError(`A name has at most ${maxNameLength} characters.`);
  return name;
}

function element(name: string, text: string): string {
  return `<domain:${name}>${escapeXml(text)}</domain:${name}>`;
}

function wrap(name: string, ...elements: (string | false | null)[]): string {
  return `<domain:${name} xmlns:domain="${domainNamespace}">${elements.filter(Boolean).join('')}</domain:${name}>`;
}
