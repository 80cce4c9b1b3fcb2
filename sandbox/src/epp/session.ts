/** One registrar's session (RFC 5730 section 2): greeting, login, commands in order, logout. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { RegistryError } from '../registry/registry-error.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import {
  contactNamespace,
  domainNamespace,
  draftFeeNamespace,
  eppNamespace,
  feeNamespace,
  hostNamespace,
  keysysNamespace,
  rgpNamespace,
  secDnsNamespace,
} from './names.ts';
import type { Reply } from './reply.ts';
import { greetingXml, isResultCode, responseXml } from './reply.ts';
import { runCommand } from './run-command.ts';
import type { XmlElement } from './xml.ts';
import { onlyChild, readXml, requiredText, sequence, syntaxError } from './xml.ts';

export interface SessionResponse {
  readonly xml: string;
  /** True: the connection ends after this frame. */
  readonly last: boolean;
}

const maxLoginAttempts = 3;
const registryExtensions: ReadonlySet<string> = new Set([
  feeNamespace,
  rgpNamespace,
  secDnsNamespace,
]);
const gatewayExtensions: ReadonlySet<string> = new Set([
  draftFeeNamespace,
  keysysNamespace,
  rgpNamespace,
  secDnsNamespace,
]);
const objectServices: readonly string[] = [domainNamespace, hostNamespace, contactNamespace];
const sessionEndingCodes = [1500, 2500, 2501];

export class Session {
  readonly #context: SandboxContext;
  #loggedIn = false;
  #chosen: ReadonlySet<string> = new Set();
  #failedLogins = 0;
  readonly #offered: ReadonlySet<string>;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#offered = context.resellerGateway ? gatewayExtensions : registryExtensions;
  }

  greeting(): string {
    return greetingXml(this.#context.clock.now(), this.#offered);
  }

  /** The response to one frame; never throws. `faulty`: every command fails with 2400 and has no effect. */
  answer(bytes: Buffer, faulty = false): SessionResponse {
    let clientId: string | null = null;
    try {
      const inner = readInnerElement(readXml(bytes));
      if (inner.name === 'hello') return { xml: this.greeting(), last: false };
      if (inner.name !== 'command') throw syntaxError('A registrar sends hello or command.');
      clientId = clientIdOf(inner);
      if (faulty) throw new RegistryError(2400, 'The registry has an internal error.');
      return toResponse(this.#run(inner), clientId);
    } catch (error) {
      return toResponse(errorReply(error), clientId);
    }
  }

  #run(command: XmlElement): Reply {
    const [verb, ...rest] = command.children;
    if (!verb || verb.namespace !== eppNamespace)
      throw syntaxError('The first element of a command is its verb.');
    const names = rest.map((child) => (child.namespace === eppNamespace ? child.name : ''));
    if (!['', 'extension', 'clTRID', 'extension,clTRID'].includes(names.join(','))) {
      throw syntaxError('After its verb a command has extension and clTRID, in this order.');
    }
    const extension = rest.find((child) => child.name === 'extension');
    if (verb.name === 'login') return this.#login(verb);
    if (!this.#loggedIn) throw new RegistryError(2002, 'Log in first.');
    if (verb.name === 'logout') return { code: 1500 };
    const extended = extension && onlyChild(extension);
    if (extended && !this.#chosen.has(extended.namespace)) {
      const known = this.#offered.has(extended.namespace);
      throw new RegistryError(known ? 2002 : 2103, 'This extension was not chosen at login.');
    }
    return runCommand({
      context: this.#context,
      verb,
      extension: extended,
      extensions: this.#chosen,
    });
  }

  #login(verb: XmlElement): Reply {
    if (this.#loggedIn) throw new RegistryError(2002, 'This session is already logged in.');
    const elements = sequence(verb, ['clID', 'pw', 'newPW', 'options', 'svcs']);
    const clientId = requiredText(elements.one('clID'), 'clID');
    const password = requiredText(elements.one('pw'), 'pw');
    this.#readOptions(elements.one('options'));
    const chosen = chosenServices(elements.one('svcs'), this.#offered);
    const { id, password: expected } = this.#context.registrar;
    if (clientId !== id || !sameText(password, expected)) {
      this.#failedLogins += 1;
      return { code: this.#failedLogins < maxLoginAttempts ? 2200 : 2501 };
    }
    if (elements.one('newPW'))
      throw new RegistryError(2102, 'The password cannot be changed here.');
    this.#loggedIn = true;
    this.#chosen = chosen;
    return { code: 1000 };
  }

  #readOptions(options: XmlElement | undefined): void {
    if (!options) throw new RegistryError(2003, 'The parameter options is missing.');
    const elements = sequence(options, ['version', 'lang']);
    if (requiredText(elements.one('version'), 'version') !== '1.0') {
      throw new RegistryError(2100, 'Only version 1.0 is supported.');
    }
    if (requiredText(elements.one('lang'), 'lang') !== 'en') {
      throw new RegistryError(2102, 'Only English is supported.');
    }
  }
}

/** Checks the services of a login against the greeting and returns the selected extensions. */
function chosenServices(
  services: XmlElement | undefined,
  offered: ReadonlySet<string>,
): ReadonlySet<string> {
  if (!services) throw new RegistryError(2003, 'The parameter svcs is missing.');
  const elements = sequence(services, ['objURI', 'svcExtension']);
  const objects = elements.all('objURI').map((each) => each.text);
  if (objects.length === 0) throw new RegistryError(2003, 'The parameter objURI is missing.');
  const unknown = objects.find((uri) => !objectServices.includes(uri));
  if (unknown) throw new RegistryError(2307, `There is no object service ${unknown.slice(0, 80)}.`);
  const chosen = elements.one('svcExtension');
  const extensions = chosen
    ? sequence(chosen, ['extURI'])
        .all('extURI')
        .map((each) => each.text)
    : [];
  if (extensions.some((uri) => !offered.has(uri))) {
    throw new RegistryError(2103, 'Only the extensions of the greeting are offered.');
  }
  return new Set(extensions);
}

function readInnerElement(root: XmlElement): XmlElement {
  if (root.namespace !== eppNamespace || root.name !== 'epp')
    throw syntaxError('The root element is not epp.');
  const inner = onlyChild(root);
  if (inner.namespace !== eppNamespace)
    throw syntaxError('The element in epp is of another namespace.');
  return inner;
}

/** The client's transaction id if it is valid for the response (3 to 64 characters). */
function clientIdOf(command: XmlElement): string | null {
  const given = command.children.find(
    (child) => child.namespace === eppNamespace && child.name === 'clTRID',
  );
  if (!given) return null;
  if (given.text.length >= 3 && given.text.length <= 64) return given.text;
  throw syntaxError('A clTRID has 3 to 64 characters.');
}

function errorReply(error: unknown): Reply {
  if (error instanceof RegistryError && isResultCode(error.code)) {
    return { code: error.code, reason: error.message };
  }
  process.stderr.write(
    `sandbox: an EPP command failed: ${error instanceof Error ? error.stack : error}\n`,
  );
  return { code: 2400 };
}

function toResponse(reply: Reply, clientId: string | null): SessionResponse {
  return { xml: responseXml(reply, clientId), last: sessionEndingCodes.includes(reply.code) };
}

/** Compares in constant time. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
