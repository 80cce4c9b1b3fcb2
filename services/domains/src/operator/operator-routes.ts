/** Internal endpoint for operator commands, with the installation's secret. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { requireSecret } from '@nameloan/subgraph/http';
import { z } from 'zod';
import { connectCommands, runConnectCommand } from '../connect/operator-command.ts';

const operatorBody = z.strictObject({
  command: z.literal('connect'),
  args: z.tuple([z.enum(connectCommands)]),
});

export function operatorRoutes(app: HttpServer, keyring: Keyring): void {
  app.post('/operator', async (request) => {
    requireSecret(request, keyring);
    const body = operatorBody.safeParse(request.body);
    const names = connectCommands.join(', ');
    if (!body.success)
      throw new DomainError('INVALID_INPUT', `Say what to do: connect with one of ${names}.`);
    return { message: await runConnectCommand(body.data.args[0]) };
  });
}
