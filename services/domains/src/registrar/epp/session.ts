/**
 * One EPP session over TLS (RFC 5730, 5734): one command at a time, and any protocol error ends it.
 */

import { randomBytes } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import { EppInvalidInputError } from '../registrar-errors.ts';
import type { Command } from './commands.ts';
import {
  commandXml,
  contactNamespace,
  domainNamespace,
  helloXml,
  hostNamespace,
  login,
  logout,
  pollQueue,
} from './commands.ts';
import { secDnsNamespace } from './dns-security.ts';
import { FrameReader, frame } from './frames.ts';
import type { EppProfile } from './profile.ts';
import { redactFrame, removeSecrets } from './redact.ts';
import type { EppResponse, Greeting } from './responses.ts';
import { readGreeting, readResponse, salvageMessageId } from './responses.ts';

export interface SessionOptions {
  readonly host: string;
  readonly port: number;
  /** PEM of the authority that must have issued the registry's certificate; default: the system's authorities. */
  readonly ca?: string | Buffer;
  /** PEM of our certificate and key, if the registry requires them. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  /** The expected name in the certificate; default: `host`. */
  readonly servername?: string;
  readonly clientId: string;
  readonly password: string;
  readonly profile: EppProfile;
  /** Timeout of the connection, the greeting and each response. */
  readonly timeoutMs: number;
  readonly log: (entry: EppLogEntry) => void;
}

export interface EppLogEntry {
  readonly event: 'connected' | 'sent' | 'received' | 'dropped';
  /** The redacted frame, or why the connection ended. */
  readonly text: string;
}

/** The connection ended before a response. `sent`: the registry may have executed the command. */
export class ConnectionLostError extends Error {
  readonly sent: boolean;

  constructor(why: string, sent: boolean) {
    super(why);
    this.name = 'ConnectionLostError';
    this.sent = sent;
  }
}

/** The registry rejected the login. */
export class LoginRejectedError extends Error {
  readonly resultCode: number;

  constructor(resultCode: number) {
    super(`The registry rejected the login (${resultCode}).`);
    this.name = 'LoginRejectedError';
    this.resultCode = resultCode;
  }
}

interface PendingResponse {
  readonly resolve: (xml: string) => void;
  readonly reject: (lost: ConnectionLostError) => void;
  readonly secrets: readonly string[];
}

const maxFrameOctets = 1_048_576;
/** After these the registry closes the connection (RFC 5730 section 3). */
const sessionEndingCodes = new Set([1500, 2500, 2501, 2502]);
/** Login failures caused by the registry: an internal error or too many sessions. */
const transientLoginCodes = new Set([2400, 2500, 2502]);

export class EppSession {
  readonly #options: SessionOptions;
  readonly #socket: TLSSocket;
  readonly #reader = new FrameReader(maxFrameOctets);
  readonly #prefix = `NL-${randomBytes(6).toString('hex')}`;
  #commands = 0;
  #waiting: PendingResponse | undefined;
  #ended: string | undefined;
  #greeting: Greeting | undefined;

  private constructor(options: SessionOptions) {
    this.#options = options;
    const { host, port, ca, cert, key, servername } = options;
    this.#socket = connect({
      host,
      port,
      ca,
      cert,
      key,
      ...(servername === undefined ? {} : { servername }),
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    });
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#arrived(chunk));
    this.#socket.on('error', (error) => this.drop(`The connection failed: ${codeOf(error)}.`));
    this.#socket.on('close', () => this.drop('The registry closed the connection.'));
  }

  /** Connects, reads the greeting and logs in. Throws ConnectionLostError or LoginRejectedError. */
  static async open(options: SessionOptions): Promise<EppSession> {
    const session = new EppSession(options);
    try {
      // The registry sends the greeting first (RFC 5734 section 2), so its timeout covers the TLS handshake.
      const greeting = readGreeting(await session.#next([]));
      options.log({ event: 'connected', text: greeting.server });
      session.#greeting = greeting;
      await session.#login(greeting);
      return session;
    } catch (error) {
      session.drop('The session could not be opened.');
      if (error instanceof LoginRejectedError || error instanceof EppInvalidInputError) throw error;
      throw new ConnectionLostError(error instanceof Error ? error.message : 'No session.', false);
    }
  }

  get isOpen(): boolean {
    return this.#ended === undefined;
  }

  get supportsFees(): boolean {
    return this.#greeting?.extensions.includes(this.#options.profile.feeNamespace) ?? false;
  }

  /** Whether the login selected DS records; without it a registry does not show those that a domain has. */
  get supportsDs(): boolean {
    const { extensions } = this.#options.profile;
    const offered = this.#greeting?.extensions.includes(secDnsNamespace) ?? false;
    return offered && extensions.includes(secDnsNamespace);
  }

  /** Sends one command and returns its response. After a ConnectionLostError the session has ended. */
  async send(command: Command): Promise<EppResponse> {
    const id = `${this.#prefix}-${++this.#commands}`;
    const xml = await this.#exchange(commandXml(command, id), command.secrets);
    let answer: EppResponse;
    try {
      answer = readResponse(xml);
    } catch (error) {
      const saved = command === pollQueue ? salvageMessageId(xml, id) : undefined;
      if (!saved)
        throw this.#broken(
          error instanceof Error ? error.message : 'The response is not readable.',
        );
      answer = saved;
    }
    if (!answersCommand(answer, id)) throw this.#broken('The response belongs to another command.');
    if (sessionEndingCodes.has(answer.resultCode)) this.drop('The registry ended the session.');
    const clean = (text: string) => removeSecrets(text, command.secrets);
    return {
      ...answer,
      message: clean(answer.message),
      reason: answer.reason === undefined ? undefined : clean(answer.reason),
    };
  }

  /** Keeps the session alive (RFC 5730 section 2.3). Throws ConnectionLostError. */
  async hello(): Promise<void> {
    const xml = await this.#exchange(helloXml(), []);
    try {
      readGreeting(xml);
    } catch {
      throw this.#broken('The registry did not respond to hello with a greeting.');
    }
  }

  /** Logs out and ends the connection; never throws. */
  async logout(): Promise<void> {
    if (this.isOpen) await this.send(logout).catch(() => undefined);
    this.drop('Logged out.');
  }

  /** Ends the connection at once. */
  drop(why: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#socket.destroy();
    this.#options.log({ event: 'dropped', text: why });
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(new ConnectionLostError(why, true));
  }

  async #login(greeting: Greeting): Promise<void> {
    const offers = (uri: string) => greeting.objects.includes(uri);
    const objects = [domainNamespace, hostNamespace].filter(offers);
    const optional = [contactNamespace].filter(offers);
    const { clientId, password, profile } = this.#options;
    const extensions = greeting.extensions.filter((uri) => profile.extensions.includes(uri));
    if (objects.length < 2) throw new Error('The registry does not offer domains and hosts.');
    const chosen = { objects: [...objects, ...optional], extensions };
    const answer = await this.send(login({ clientId, password, ...chosen }));
    if (answer.resultCode < 2000) return;
    if (transientLoginCodes.has(answer.resultCode))
      throw new Error('The registry accepts no session now.');
    throw new LoginRejectedError(answer.resultCode);
  }

  #exchange(xml: string, secrets: readonly string[]): Promise<string> {
    if (this.#ended !== undefined) throw new ConnectionLostError(this.#ended, false);
    if (this.#waiting) throw new Error('A command is already in progress.');
    this.#options.log({ event: 'sent', text: redactFrame(xml, secrets) });
    const answer = this.#next(secrets);
    this.#socket.write(frame(xml));
    return answer;
  }

  /** The next frame from the registry within the timeout. */
  async #next(secrets: readonly string[]): Promise<string> {
    const { timeoutMs } = this.#options;
    const timer = setTimeout(() => this.drop(`No response within ${timeoutMs} ms.`), timeoutMs);
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#waiting = { resolve, reject, secrets };
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #arrived(chunk: Buffer): void {
    if (this.#ended !== undefined) return;
    try {
      for (const xml of this.#reader.push(chunk)) this.#deliver(xml);
    } catch (error) {
      this.drop(error instanceof Error ? error.message : 'The stream is not readable.');
    }
  }

  #deliver(xml: string): void {
    const waiting = this.#waiting;
    // After an unexpected frame the next response could not be matched to its command.
    if (!waiting) {
      this.drop('The registry sent an unexpected frame.');
      return;
    }
    this.#waiting = undefined;
    this.#options.log({ event: 'received', text: redactFrame(xml, waiting.secrets) });
    waiting.resolve(xml);
  }

  #broken(why: string): ConnectionLostError {
    this.drop(why);
    return new ConnectionLostError(why, true);
  }
}

/** A registry that could not parse the command does not repeat its id (RFC 5730 section 2.6). */
function answersCommand(answer: EppResponse, id: string): boolean {
  if (answer.clientTransactionId !== undefined) return answer.clientTransactionId === id;
  return answer.resultCode === 2001 || answer.resultCode >= 2500;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
