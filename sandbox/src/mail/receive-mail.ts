/** One SMTP conversation's mail, read to its end, parsed, and kept before it is acknowledged. */

import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { createGarbage } from '../faults/garbage.ts';
import { injectFault } from '../faults/inject-fault.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { storeMail } from './mailbox.ts';

const maxMailBytes = 10 * 1024 * 1024;
/** Of each part; a thousand mails are kept in memory. */
const maxBodyLength = 256 * 1024;
const lineEnd = Buffer.from('\r\n');

/**
 * The SMTP server of the sink: any login accepted, nothing passed on, TLS where the sandbox was given a certificate.
 * `socketFrom` finds a caller's connection, which a fault may cut.
 */
export function makeSmtpServer(
  world: SandboxContext,
  socketFrom: (port: number) => Socket | undefined,
): SMTPServer {
  const { certificate } = world.networkAccess;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    ...(certificate
      ? { cert: certificate.certificatePem, key: certificate.keyPem }
      : { disabledCommands: ['STARTTLS'] }),
    disableReverseLookup: true,
    size: maxMailBytes,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      receiveOrFail(world, { stream, session, socket: socketFrom(session.remotePort) }).then(
        () => done(),
        (error: Error & { responseCode?: number }) => done(error),
      );
    },
  });
  // A client that drops its connection is its own affair.
  server.on('error', () => {});
  return server;
}

interface Conversation {
  readonly stream: SMTPServerDataStream;
  readonly session: SMTPServerSession;
  readonly socket: Socket | undefined;
}

/** A server with a fault may have taken the mail, and its word of it is lost. */
async function receiveOrFail(
  world: SandboxContext,
  { stream, session, socket }: Conversation,
): Promise<void> {
  const struck = injectFault(world, 'smtp');
  const loses = struck?.kind === 'drop' || struck?.kind === 'nonsense';
  if (struck?.kind === 'refuse' || (loses && !struck.done)) await readAll(stream);
  else await receive(world, stream, session);
  if (struck?.kind === 'slow') await pause(struck.delayMs);
  if (struck?.kind === 'nonsense') socket?.write(Buffer.concat([createGarbage(''), lineEnd]));
  if (loses) socket?.destroySoon();
  if (struck?.kind === 'refuse')
    throw Object.assign(new Error('The server takes no mail just now.'), { responseCode: 451 });
}

async function receive(
  world: SandboxContext,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const raw = await readAll(stream);
  if (stream.sizeExceeded) {
    throw Object.assign(new Error('The mail is too big.'), { responseCode: 552 });
  }
  const parsed = await PostalMime.parse(raw);
  const { mailFrom, rcptTo } = session.envelope;
  const mail = {
    from: mailFrom ? mailFrom.address : '',
    subject: parsed.subject ?? '',
    text: (parsed.text ?? '').slice(0, maxBodyLength),
    html: (parsed.html ?? '').slice(0, maxBodyLength),
    messageId: parsed.messageId ?? null,
  };
  storeMail(
    world,
    mail,
    rcptTo.map((each) => each.address),
  );
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    // Beyond the bound it is only read to its end, so that the refusal can be heard.
    if (bytes <= maxMailBytes) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
