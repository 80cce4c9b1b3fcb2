/** The private key that signs requests to DNS providers, and the rules for its settings. */

import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Environment } from '@nameloan/runtime/settings';

/** With fewer bits, providers reject the key. */
const minModulusBits = 2048;

export interface KeySettings {
  /** Undefined: Domain Connect is off. */
  key: KeyObject | undefined;
  errors: string[];
}

/** Reads `DOMAIN_CONNECT_KEY` or the file that `DOMAIN_CONNECT_KEY_FILE` names. Never throws. */
export function readKeySettings(environment: Environment): KeySettings {
  const {
    DOMAIN_CONNECT_PROVIDER: provider,
    DOMAIN_CONNECT_KEY: text,
    DOMAIN_CONNECT_KEY_FILE: path,
  } = environment;
  const { DOMAIN_CONNECT_KEY_LABEL: label, DOMAIN_CONNECT_KEY_HOST: host = provider } = environment;
  const rejected = (error: string): KeySettings => ({ key: undefined, errors: [error] });
  if (!provider && !text && !path) return { key: undefined, errors: [] };
  if (text && path)
    return rejected('Set only one of DOMAIN_CONNECT_KEY and DOMAIN_CONNECT_KEY_FILE.');
  if (!provider || !(text || path))
    return rejected(
      'DOMAIN_CONNECT_PROVIDER needs DOMAIN_CONNECT_KEY or DOMAIN_CONNECT_KEY_FILE, and each of these needs it.',
    );
  // Providers look the key up at LABEL.HOST, so a host that has the label already would name it twice.
  if (label && host?.startsWith(`${label}.`))
    return rejected('DOMAIN_CONNECT_KEY_HOST must not begin with DOMAIN_CONNECT_KEY_LABEL.');
  try {
    const key = createPrivateKey(text ? text.replaceAll('\\n', '\n') : readFileSync(path ?? ''));
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (key.asymmetricKeyType === 'rsa' && bits >= minModulusBits) return { key, errors: [] };
  } catch {
    // OpenSSL's messages say nothing to an operator, and may quote the file.
  }
  const name = text ? 'DOMAIN_CONNECT_KEY' : 'DOMAIN_CONNECT_KEY_FILE';
  return rejected(
    `${name} is no unencrypted private RSA key of at least ${minModulusBits} bits in PEM.`,
  );
}

/** A string in a TXT record has at most 255 bytes; the other fields need some of them. */
const fragmentLength = 200;

/** The TXT values that publish the public key (Domain Connect section 6.4). */
export function publicKeyRecords(key: KeyObject): string[] {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  const fragments: string[] = [];
  for (let from = 0; from < spki.length; from += fragmentLength)
    fragments.push(spki.slice(from, from + fragmentLength));
  return fragments.map((data, index) => `p=${index + 1},a=RS256,d=${data}`);
}
