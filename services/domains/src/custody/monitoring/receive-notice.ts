/**
 * Notices (webhooks) of a registrar. They can be lost, repeated, out of order and replayed, so they only cause a query of
 * the name that they are about.
 */

import { DomainError } from '@nameloan/contracts/errors';
import type { HttpServer } from '@nameloan/subgraph/http';
import { connectionSettings } from '../../config.ts';
import { domains } from '../../domain/domain.model.ts';
import { inCustody, isLeaving } from '../../domain/domain.ts';
import { readNotice } from '../../registrar/namecom/verify-notice.ts';
import type { Registrar } from '../../registrar/registrar.ts';
import { connectionIdOf, registrarOfJob } from '../../registrars.ts';
import { commit } from '../../service-context.ts';
import { recheckDomain } from './dead-letter-message.ts';
import { noteRequest } from './sync-custody.ts';

const maxBodyBytes = 100 * 1024;
const repeatMs = 10_000;
const maxRecent = 1000;
/** Names that a notice was about, with the wall time. */
const recent = new Map<string, number>();

export function noticeRoutes(app: HttpServer): void {
  app.register(async (scope) => {
    // The signature covers the content and the address, so the body is read as it is.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { connection: string } }>(
      '/webhooks/namecom/:connection',
      { bodyLimit: maxBodyBytes },
      async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
        await receiveNotice(
          request.params.connection,
          body,
          request.headers['x-namecom-signature'],
        );
        return { received: true };
      },
    );
  });
}

/** NOT_FOUND for a connection without notices, INVALID_INPUT for a signature that is missing or wrong. */
async function receiveNotice(
  connectionId: string,
  body: string,
  signature: unknown,
): Promise<void> {
  const own = connectionSettings().find(({ id }) => id === connectionId);
  if (own?.kind !== 'namecom' || !own.webhookUrl)
    throw new DomainError('NOT_FOUND', 'This connection has no webhook.');
  const notice = readNotice(body, signature, { url: own.webhookUrl, token: own.webhookToken });
  if (!notice) throw new DomainError('INVALID_INPUT', 'The signature of this call is not valid.');
  const registrar = registrarOfJob({ key: connectionId });
  const { name, eventName, status } = notice;
  if (!registrar || name === undefined || isRepeated(`${eventName} ${name} ${body}`)) return;
  if (eventName.startsWith('domain.transfer_out.')) await applyRequest(registrar, name, status);
  await recheckDomain(registrar, name);
}

/** A replayed notice must not cause a query each time. */
function isRepeated(key: string): boolean {
  const at = performance.now();
  const before = recent.get(key);
  if (before !== undefined && at - before < repeatMs) return true;
  if (recent.size >= maxRecent) recent.clear();
  recent.set(key, at);
  return false;
}

/** A request for a name that stays is rejected; one made with the mailed code is noted, and its end too. */
async function applyRequest(
  registrar: Registrar,
  name: string,
  status: string | undefined,
): Promise<void> {
  const domain = await domains.findOne({ titleName: name, active: true });
  if (!domain || !inCustody(domain) || connectionIdOf(domain) !== registrar.id) return;
  const { id } = domain;
  if (!isLeaving(domain))
    await commit((tx) => tx.schedule({ kind: 'answer-transfer-out', key: id }));
  else if (status === 'initiated' || status === 'canceled')
    await noteRequest(id, status === 'initiated');
}
