/** An EPP client for tests: sends raw frames over TLS and validates every response against the schemas. */

import assert from 'node:assert/strict';
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import type { RunningSandbox } from '../server.ts';
import { loadSchemas } from './epp-schemas.ts';
import { FrameReader, frame } from './frames.ts';
import {
  contactNamespace,
  domainNamespace,
  eppNamespace,
  feeNamespace,
  hostNamespace,
  rgpNamespace,
  secDnsNamespace,
} from './names.ts';

const schemas = await loadSchemas();

/** Why responses are not validated against the schemas; false when they are. */
export const schemasMissing: string | false = 'missing' in schemas ? schemas.missing : false;

export class TestRegistrar {
  readonly socket: TLSSocket;
  readonly #reader = new FrameReader();
  readonly #frames: string[] = [];
  #wake: () => void = () => {};
  #ended = false;

  constructor(sandbox: RunningSandbox) {
    const { host, port, caPem } = sandbox.epp;
    this.socket = connect({ host, port, ca: caPem });
    this.socket.on('data', (chunk: Buffer) => {
      this.#frames.push(...this.#reader.push(chunk).map(String));
      this.#wake();
    });
    const end = () => {
      this.#ended = true;
      this.#wake();
    };
    this.socket.on('close', end).on('error', end);
  }

  /** Connects, reads the greeting and logs in, with both extensions. */
  static async loggedIn(sandbox: RunningSandbox): Promise<TestRegistrar> {
    const registrar = new TestRegistrar(sandbox);
    await registrar.next();
    const { clientId, password } = sandbox.epp;
    assert.equal(codeOf(await registrar.command(loginXml(clientId, password))), 1000);
    return registrar;
  }

  /** The next frame; null when the registry closed the connection. */
  async next(): Promise<string | null> {
    const xml = await this.#nextFrame();
    if (xml !== null && 'validate' in schemas) schemas.validate(xml);
    return xml;
  }

  async #nextFrame(): Promise<string | null> {
    while (this.#frames.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#frames.shift() ?? null;
  }

  /** Sends one command and returns the response. */
  async command(inner: string): Promise<string> {
    return this.raw(commandXml(inner));
  }

  /** Like `command`, without validation; null when the registry closes the connection. */
  unchecked(inner: string): Promise<string | null> {
    this.socket.write(frame(commandXml(inner)));
    return this.#nextFrame();
  }

  async raw(xml: string): Promise<string> {
    this.socket.write(frame(xml));
    return (await this.next()) ?? '';
  }

  close(): void {
    this.socket.destroy();
  }
}

const commandXml = (inner: string): string =>
  `<?xml version="1.0"?><epp xmlns="${eppNamespace}"><command>${inner}<clTRID>test-1</clTRID></command></epp>`;

export function loginXml(clientId: string, password: string, extra = ''): string {
  return `<login><clID>${clientId}</clID><pw>${password}</pw>${extra}<options><version>1.0</version><lang>en</lang></options><svcs><objURI>${domainNamespace}</objURI><objURI>${hostNamespace}</objURI><objURI>${contactNamespace}</objURI><svcExtension><extURI>${feeNamespace}</extURI><extURI>${rgpNamespace}</extURI><extURI>${secDnsNamespace}</extURI></svcExtension></svcs></login>`;
}

export function domainXml(verb: string, content: string, attributes = ''): string {
  return `<${verb}${attributes}><domain:${verb} xmlns:domain="${domainNamespace}">${content}</domain:${verb}></${verb}>`;
}

export function hostXml(verb: string, content: string): string {
  return `<${verb}><host:${verb} xmlns:host="${hostNamespace}">${content}</host:${verb}></${verb}>`;
}

export function transferXml(op: string, name: string, authCode?: string): string {
  const auth = authCode
    ? `<domain:authInfo><domain:pw>${authCode}</domain:pw></domain:authInfo>`
    : '';
  return domainXml('transfer', `<domain:name>${name}</domain:name>${auth}`, ` op="${op}"`);
}

/** The result code of a response. */
export function codeOf(xml: string): number {
  return Number(/<result code="(\d{4})"/.exec(xml)?.[1]);
}

/** The text of the first element of this name, without its prefix. */
export function textOf(xml: string, name: string): string | undefined {
  return new RegExp(`<(?:\\w+:)?${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1];
}

/** The statuses in an info response. */
export function statusesOf(xml: string): string[] {
  return [...xml.matchAll(/:status s="(\w+)"/g)].map((match) => match[1] ?? '').sort();
}
