/** Receives mail over SMTP: reads, parses and stores each mail before it is acknowledged. */

import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { createGarbage } from '../faults/garbage.ts';
import { injectFault } from '../faults/inject-fault.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { storeMail } from './mailbox.ts';

const maxMailBytes = 10 * 1024 * 1024;
/** Limit of each body, because a thousand mails are kept in memory. */
const maxBodyLength = 256 * 1024;
const lineEnd = Buffer.from('\r\n');

/**
 * An SMTP server that accepts any login, forwards nothing and offers TLS when the sandbox has a certificate.
 * `socketFrom` finds the client's connection, which a fault may close.
 */
export function makeSmtpServer(
  context: SandboxContext,
  socketFrom: (port: number) => Socket | undefined,
): SMTPServer {
  const { certificate } = context.networkAccess;
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
      receiveWithFaults(context, { stream, session, socket: socketFrom(session.remotePort) }).then(
        () => done(),
        (error: Error & { responseCode?: number }) => done(error),
      );
    },
  });
  // A dropped connection needs no handling.
  server.on('error', () => {});
  return server;
}

interface Conversation {
  readonly stream: SMTPServerDataStream;
  readonly session: SMTPServerSession;
  readonly socket: Socket | undefined;
}

/** A faulty server may accept the mail although its response is lost. */
async function receiveWithFaults(
  context: SandboxContext,
  { stream, session, socket }: Conversation,
): Promise<void> {
  const fault = injectFault(context, 'smtp');
  const losesResponse = fault?.kind === 'drop' || fault?.kind === 'nonsense';
  if (fault?.kind === 'refuse' || (losesResponse && !fault.done)) await readAll(stream);
  else await receiveMail(context, stream, session);
  if (fault?.kind === 'slow') await pause(fault.delayMs);
  if (fault?.kind === 'nonsense') socket?.write(Buffer.concat([createGarbage(''), lineEnd]));
  if (losesResponse) socket?.destroySoon();
  if (fault?.kind === 'refuse')
    throw Object.assign(new Error('The server does not accept mail right now.'), {
      responseCode: 451,
    });
}

async function receiveMail(
  context: SandboxContext,
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
    html: inlineImages(parsed).slice(0, maxBodyLength),
    messageId: parsed.messageId ?? null,
  };
  storeMail(
    context,
    mail,
    rcptTo.map((each) => each.address),
  );
}

/** The HTML with its attached images, which the mailbox could not load by their content id (RFC 2392). */
function inlineImages({ html = '', attachments }: Email): string {
  return attachments.reduce((shown, { contentId, mimeType, content }) => {
    if (!contentId || !mimeType.startsWith('image/') || typeof content === 'string') return shown;
    const data = Buffer.from(content as ArrayBuffer).toString('base64');
    const id = contentId.replace(/^<|>$/g, '');
    return shown.replaceAll(`cid:${id}`, `data:${mimeType};base64,${data}`);
  }, html);
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    // A mail over the limit is read to its end without being kept, so that the client receives the rejection.
    if (bytes <= maxMailBytes) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
