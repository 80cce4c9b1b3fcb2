/** The Registrar interface over EPP: each method runs one command and converts the response. */

import type { Registrar, RegistrarCapabilities } from '../registrar.ts';
import {
  EppRejectedError,
  EppUnavailableError,
  EppUnknownOutcomeError,
} from '../registrar-errors.ts';
import { priceRejected } from '../rejection-messages.ts';
import type { Command } from './commands.ts';
import { acknowledgeMessage, pollQueue } from './commands.ts';
import type { ConnectionOptions } from './connection.ts';
import { EppConnection } from './connection.ts';
import { contactCreate, contactUpdate, readCreatedContact } from './contact-commands.ts';
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
import type { ProfileName } from './profile.ts';
import { profiles } from './profile.ts';
import type { EppResponse } from './responses.ts';
import { ResponseError } from './responses.ts';
import type { SessionOptions } from './session.ts';

export interface EppOptions
  extends Omit<SessionOptions, 'profile'>,
    Partial<Omit<ConnectionOptions, keyof SessionOptions>> {
  /** Id of the connection; default: `default`. */
  readonly id?: string;
  /** Default: `rfc`. */
  readonly profile?: ProfileName;
  /** What this registry does differently from RFC 5731. */
  readonly capabilities?: Partial<RegistrarCapabilities>;
}

const defaults = {
  maxQueued: 100,
  /** Registries disconnect an idle client after ten minutes or more. */
  keepAliveMs: 240_000,
  initialRetryDelayMs: 250,
  maxRetryDelayMs: 30_000,
};

/** Connects with the first command and reconnects after a failure. */
export function connectEpp(options: EppOptions): Registrar {
  const { clientId } = options;
  const profile = profiles[options.profile ?? 'rfc'];
  const context = (name: string) => ({ name, clientId, profile: profile.name });
  const connection = new EppConnection({ ...defaults, ...options, profile });
  const run = <T>(command: Command, read: (response: EppResponse) => T) =>
    runCommand(connection, command, read);
  return {
    id: options.id ?? 'default',
    isAvailable: () => connection.available,
    capabilities: { ...profile.capabilities, ...options.capabilities },
    async check(names, transferYears = 1) {
      // Built before connecting, so that an invalid name is rejected even while the registry is unreachable.
      const command = domainCheck(names);
      const withFees = domainCheck(names, transferYears, profile);
      const response = assertAccepted(
        await connection.run(({ supportsFees }) => (supportsFees ? withFees : command)),
      );
      return readResult(command, () => readDomainCheck(response, names, profile.name));
    },
    async info(name, authCode) {
      const command = domainInfo(name, authCode);
      let showsDs = false;
      const response = await connection.run(({ supportsDs }) => {
        showsDs = supportsDs;
        return command;
      });
      const read = () => readDomain(assertAccepted(response), { ...context(name), showsDs });
      return readResult(command, read);
    },
    transferRequest: async (name, authCode, order = { years: 1 }) =>
      run(
        domainTransfer({ op: 'request', name, authCode, order: { ...order, profile } }),
        (response) => readTransfer(response, context(name)),
      ),
    transferQuery: async (name, authCode) =>
      run(domainTransfer({ op: 'query', name, authCode }), (response) =>
        readTransfer(response, context(name)),
      ),
    transferCancel: async (name, authCode) =>
      run(domainTransfer({ op: 'cancel', name, authCode }), (response) =>
        readTransfer(response, context(name)),
      ),
    transferReject: async (name) =>
      run(domainTransfer({ op: 'reject', name }), (response) =>
        readTransfer(response, context(name)),
      ),
    update: async (name, change) =>
      run(domainUpdate(name, change), (response) => ({ pending: response.resultCode === 1001 })),
    createContact: async (id, data) => run(contactCreate(id, data), readCreatedContact),
    updateContact: async (id, data) => run(contactUpdate(id, data), () => undefined),
    renew: async (name, currentExpiry, order) =>
      run(domainRenew(name, currentExpiry, { ...order, profile }), (response) =>
        readRenewal(response, name),
      ),
    hostCheck: async (names) => run(hostCheck(names), (response) => readHostCheck(response, names)),
    hostCreate: async (name) => run(hostCreate(name), () => undefined),
    poll: async () => run(pollQueue, (response) => readMessage(response, context(''))),
    ack: async (id) => acknowledge(connection, id),
    close: () => connection.close(),
  };
}

async function runCommand<T>(
  connection: EppConnection,
  command: Command,
  read: (response: EppResponse) => T,
): Promise<T> {
  const response = assertAccepted(await connection.run(() => command), command);
  return readResult(command, () => read(response));
}

/** A change with an unreadable success response did succeed, so the caller must query its outcome. */
function readResult<T>(command: Command, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    if (command.read) throw new EppUnavailableError('UNREADABLE', error.message);
    throw new EppUnknownOutcomeError(command.name, error.message);
  }
}

/** When it is repeated after a lost response, the message is already gone (2303), which is a success. */
async function acknowledge(connection: EppConnection, id: string): Promise<void> {
  const command = acknowledgeMessage(id);
  const response = await connection.run(() => command);
  if (response.resultCode !== 2303) assertAccepted(response);
}

function assertAccepted(response: EppResponse, command?: Command): EppResponse {
  const { resultCode, message, reason } = response;
  if (resultCode < 2000) return response;
  const said = { resultCode, serverMessage: message, reason };
  throw new EppRejectedError(
    said,
    isPriceRejection(resultCode, command) ? priceRejected : undefined,
  );
}

/** 2003 when a required price is missing, 2004 when the price is different (RFC 8748 section 5.2). */
function isPriceRejection(
  resultCode: number,
  { costs, extension }: Partial<Command> = {},
): boolean {
  return costs === true && resultCode === (extension === undefined ? 2003 : 2004);
}
