/** One SMTP conversation's mail, read to its end, parsed, and kept before it is acknowledged. */

import type { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import type { World } from '../world.ts';
import { keepMail } from './mailbox.ts';

const longestMailBytes = 10 * 1024 * 1024;
/** Of each part; a thousand mails are kept in memory. */
const longestPart = 256 * 1024;

/** The SMTP server of the sink: no certificate needed, any login accepted, nothing passed on. */
export function makeSmtpServer(world: World): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: longestMailBytes,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      receive(world, stream, session).then(
        () => done(),
        (error: Error & { responseCode?: number }) => done(error),
      );
    },
  });
  // A client that drops its connection is its own affair.
  server.on('error', () => {});
  return server;
}

async function receive(
  world: World,
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
    text: (parsed.text ?? '').slice(0, longestPart),
    html: (parsed.html ?? '').slice(0, longestPart),
    messageId: parsed.messageId ?? null,
  };
  keepMail(
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
    if (bytes <= longestMailBytes) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
