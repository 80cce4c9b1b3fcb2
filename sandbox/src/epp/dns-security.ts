/** The extension for DNSSEC (RFC 5910) with DS data: reads the updates of a registrar and renders a domain's records. */

import type { Domain, DsRecord } from '../records.ts';
import type { DomainUpdate } from '../registry/domain.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { secDnsNamespace } from './names.ts';
import type { XmlElement } from './xml.ts';
import { requiredText, sequence, syntaxError } from './xml.ts';

/** Throws for keys (2306), a signature lifetime and urgent updates (2102), which this registry does not have. */
export function readDsUpdate(extension: XmlElement): Pick<DomainUpdate, 'addDs' | 'removeDs'> {
  if (extension.namespace !== secDnsNamespace || extension.name !== 'update')
    throw new RegistryError(2103, 'An update takes the DNSSEC extension only.');
  if (isTrue(extension.attributes.urgent))
    throw new RegistryError(2102, 'There are no urgent updates here.');
  const elements = sequence(extension, ['rem', 'add', 'chg']);
  if (elements.one('chg')) throw new RegistryError(2102, 'There is no signature lifetime here.');
  const [remove, add] = [elements.one('rem'), elements.one('add')];
  if (!remove && !add) throw new RegistryError(2003, 'An update of DS records needs rem or add.');
  return {
    ...(remove && { removeDs: readRemoved(remove) }),
    ...(add && { addDs: recordsOf(add) }),
  };
}

const isTrue = (text: string | undefined) => text === '1' || text === 'true';

function readRemoved(element: XmlElement): readonly DsRecord[] | 'all' {
  const [first] = element.children;
  if (first?.name !== 'all') return recordsOf(element);
  if (sequence(element, ['all']).all('all').length > 1) throw syntaxError('There is one all.');
  return isTrue(first.text) ? 'all' : [];
}

function recordsOf(element: XmlElement): DsRecord[] {
  const elements = sequence(element, ['maxSigLife', 'dsData', 'keyData']);
  if (elements.one('maxSigLife'))
    throw new RegistryError(2102, 'There is no signature lifetime here.');
  if (elements.all('keyData').length > 0)
    throw new RegistryError(2306, 'This registry takes DS data, not keys.');
  const records = elements.all('dsData').map(readRecord);
  if (records.length === 0) throw syntaxError('An update of DS records has dsData.');
  return records;
}

function readRecord(element: XmlElement): DsRecord {
  const elements = sequence(element, ['keyTag', 'alg', 'digestType', 'digest', 'keyData']);
  const number = (name: string, max: number) => {
    const text = requiredText(elements.one(name), name);
    const value = Number(text);
    if (!/^\d{1,5}$/.test(text) || value > max)
      throw syntaxError(`The element ${name} is 0 to ${max}.`);
    return value;
  };
  const digest = requiredText(elements.one('digest'), 'digest').toUpperCase();
  if (!/^(?:[0-9A-F]{2})+$/.test(digest)) throw syntaxError('A digest is hexadecimal.');
  return {
    keyTag: number('keyTag', 0xffff),
    algorithm: number('alg', 0xff),
    digestType: number('digestType', 0xff),
    digest,
  };
}

/** The extension of an info response; only a signed domain has one. */
export function dsDataXml({ ds = [] }: Domain): string | false {
  if (ds.length === 0) return false;
  const records = ds.map(
    ({ keyTag, algorithm, digestType, digest }) =>
      `<secDNS:dsData><secDNS:keyTag>${keyTag}</secDNS:keyTag><secDNS:alg>${algorithm}</secDNS:alg>` +
      `<secDNS:digestType>${digestType}</secDNS:digestType><secDNS:digest>${digest}</secDNS:digest></secDNS:dsData>`,
  );
  return `<secDNS:infData xmlns:secDNS="${secDnsNamespace}">${records.join('')}</secDNS:infData>`;
}
