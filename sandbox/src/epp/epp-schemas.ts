/**
 * Loads the RFCs' EPP schemas as one validator for tests. The schemas are not in the repository; without them the
 * caller gets the reason instead.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, '../../../../shared/spec/epp');
const namespaces = [
  ['urn:ietf:params:xml:ns:epp-1.0', join(folder, 'epp-1.0.xsd')],
  ['urn:ietf:params:xml:ns:domain-1.0', join(folder, 'domain-1.0.xsd')],
  ['urn:ietf:params:xml:ns:host-1.0', join(folder, 'host-1.0.xsd')],
  ['urn:ietf:params:xml:ns:contact-1.0', join(folder, 'contact-1.0.xsd')],
  ['urn:ietf:params:xml:ns:secDNS-1.1', join(folder, 'secDNS-1.1.xsd')],
  ['urn:ietf:params:xml:ns:rgp-1.0', join(folder, 'rgp-1.0.xsd')],
  ['urn:ietf:params:xml:ns:epp:fee-1.0', join(import.meta.dirname, 'fee-1.0.xsd')],
];

/** Throws for an invalid document. */
export type Validate = (xml: string) => void;

/** Returns the validator, or why it is missing. */
export async function loadSchemas(): Promise<{ validate: Validate } | { missing: string }> {
  if (!existsSync(folder))
    return { missing: 'the EPP schemas (shared/spec/epp) are not on this machine' };
  const { XmlDocument, XsdValidator } = await import('libxml2-wasm');
  const { xmlRegisterFsInputProviders } = await import('libxml2-wasm/lib/nodejs.mjs');
  xmlRegisterFsInputProviders();
  const imports = namespaces.map(
    ([namespace, path]) => `<xs:import namespace="${namespace}" schemaLocation="${path}"/>`,
  );
  const wrapper = XmlDocument.fromString(
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${imports.join('')}</xs:schema>`,
    { url: pathToFileURL(join(folder, 'all.xsd')).href },
  );
  const validator = XsdValidator.fromDoc(wrapper);
  wrapper.dispose();
  return {
    validate(xml) {
      const document = XmlDocument.fromString(xml);
      try {
        validator.validate(document);
      } finally {
        document.dispose();
      }
    },
  };
}
