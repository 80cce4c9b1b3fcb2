/** The registrar over EPP: each method is one command, its answer read into the product's own types. */

import type { Registrar } from '../registrar.ts';
import {
  EppRejectedError,
  EppUnavailableError,
  EppUnknownOutcomeError,
} from '../registrar-errors.ts';
import { priceRejected } from '../rejection-messages.ts';
import type { Command } from './commands.ts';
import { ack, poll } from './commands.ts';
import type { ConnectionOptions } from './connection.ts';
import { EppConnection } from './connection.ts';
import {
  domainCheck,
  domainInfo,
  domainRenew,
  domainTransfer,
  domainUpdate,
} from './domain-commands.ts';
import {
  readDomain,
  readDomainCheck,
  readHostCheck,
  readMessage,
  readRenewal,
  readTransfer,
} from './domain-responses.ts';
import { hostCheck, hostCreate } from './host-commands.ts';
import type { EppResponse } from './responses.ts';
import { ResponseError } from './responses.ts';
import type { SessionOptions } from './session.ts';

export interface EppOptions
  extends SessionOptions,
    Partial<Omit<ConnectionOptions, keyof SessionOptions>> {}

const defaults = {
  maxQueued: 100,
  /** Registries drop a silent client after ten minutes or more. */
  keepAliveMs: 240_000,
  initialRetryDelayMs: 250,
  maxRetryDelayMs: 30_000,
};

/** Connects with the first command, and again by itself after a drop. */
export function connectEpp(options: EppOptions): Registrar {
  const line = new EppConnection({ ...defaults, ...options });
  const ask = <T>(command: Command, read: (answer: EppResponse) => T) =>
    runCommand(line, command, read);
  return {
    clientId: options.clientId,
    async check(names, transferYears = 1) {
      // Built now as well, so that a wrong name is refused even while the registry cannot be reached.
      const command = domainCheck(names);
      const asking = domainCheck(names, transferYears);
      const answer = assertAccepted(
        await line.run(({ supportsFees }) => (supportsFees ? asking : command)),
      );
      return readOrReject(command, () => readDomainCheck(answer, names));
    },
    info: async (name, authCode) =>
      ask(domainInfo(name, authCode), (answer) => readDomain(answer, name)),
    transferRequest: async (name, authCode, order = { years: 1 }) =>
      ask(domainTransfer({ op: 'request', name, authCode, order }), (answer) =>
        readTransfer(answer, name),
      ),
    transferQuery: async (name, authCode) =>
      ask(domainTransfer({ op: 'query', name, authCode }), (answer) => readTransfer(answer, name)),
    transferCancel: async (name, authCode) =>
      ask(domainTransfer({ op: 'cancel', name, authCode }), (answer) => readTransfer(answer, name)),
    transferReject: async (name) =>
      ask(domainTransfer({ op: 'reject', name }), (answer) => readTransfer(answer, name)),
    update: async (name, change) =>
      ask(domainUpdate(name, change), (answer) => ({ pending: answer.resultCode === 1001 })),
    renew: async (name, currentExpiry, order) =>
      ask(domainRenew(name, currentExpiry, order), (answer) => readRenewal(answer, name)),
    hostCheck: async (names) => ask(hostCheck(names), (answer) => readHostCheck(answer, names)),
    hostCreate: async (name) => ask(hostCreate(name), () => undefined),
    poll: async () => ask(poll, readMessage),
    ack: async (id) => acknowledge(line, id),
    close: () => line.close(),
  };
}

async function runCommand<T>(
  line: EppConnection,
  command: Command,
  read: (answer: EppResponse) => T,
): Promise<T> {
  const answer = assertAccepted(await line.run(() => command), command);
  return readOrReject(command, () => read(answer));
}

/** An unreadable success of a change was still a success, so the caller must ask what came of it. */
function readOrReject<T>(command: Command, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    if (command.read) throw new EppUnavailableError('UNREADABLE', error.message);
    throw new EppUnknownOutcomeError(command.name, error.message);
  }
}

/** After a lost answer the repetition meets a message that is gone (2303), which was the aim. */
async function acknowledge(line: EppConnection, id: string): Promise<void> {
  const command = ack(id);
  const answer = await line.run(() => command);
  if (answer.resultCode !== 2303) assertAccepted(answer);
}

function assertAccepted(answer: EppResponse, command?: Command): EppResponse {
  const { resultCode, message, reason } = answer;
  if (resultCode < 2000) return answer;
  const said = { resultCode, serverMessage: message, reason };
  throw new EppRejectedError(
    said,
    isPriceRejection(resultCode, command) ? priceRejected : undefined,
  );
}

/** 2003 where no price was named and one must be, 2004 where another is asked (RFC 8748 section 5.2). */
function isPriceRejection(
  resultCode: number,
  { costs, extension }: Partial<Command> = {},
): boolean {
  return costs === true && resultCode === (extension === undefined ? 2003 : 2004);
}
