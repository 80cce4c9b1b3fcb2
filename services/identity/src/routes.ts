/** Routes on the internal port: key set, revoked sessions, avatars and operator commands. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { requireSecret } from '@nameloan/subgraph/http';
import { registerReconcileEndpoint } from '@nameloan/subgraph/http/reconcile-endpoint';
import { z } from 'zod';
import { isOperatorCommand, operatorCommands } from './operator-commands.ts';
import { avatarRoutes } from './picture/avatar-routes.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { listRevokedSessions } from './session/list-revoked-sessions.ts';
import { signingKeys } from './signing-key/signing-keys.ts';

const since = z.iso.datetime({ offset: true }).optional();
const operatorBody = z.strictObject({
  command: z.string().refine(isOperatorCommand),
  email: z.string().max(320),
});

export function routes(app: HttpServer, keyring: Keyring): void {
  avatarRoutes(app, keyring);
  registerReconcileEndpoint(app, keyring, reconcile);
  app.get('/keys', async (_request, reply) => {
    const keys = await signingKeys.published();
    return reply.header('cache-control', 'public, max-age=60').send({ keys });
  });
  app.get('/sessions/revoked', async (request) => {
    requireSecret(request, keyring);
    const parsed = since.safeParse((request.query as Record<string, unknown>).since);
    if (!parsed.success) throw new DomainError('INVALID_INPUT', '`since` is not an ISO 8601 time.');
    return listRevokedSessions(parsed.data ? new Date(parsed.data) : undefined);
  });
  app.post('/operator', async (request) => {
    requireSecret(request, keyring);
    const body = operatorBody.safeParse(request.body);
    if (!body.success) throw new DomainError('INVALID_INPUT', 'Required: `command` and `email`.');
    const { command, email } = body.data;
    return { message: await operatorCommands[command](email) };
  });
}
