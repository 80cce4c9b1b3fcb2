/** Internal endpoint for operator commands, with the installation's secret. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { requireSecret } from '@nameloan/subgraph/http';
import { z } from 'zod';
import { isOperatorCommand, operatorCommands } from './operator-commands.ts';

const operatorBody = z.strictObject({
  command: z.string().refine(isOperatorCommand),
  // The shell splits a note into several arguments.
  args: z.array(z.string().max(2000)).max(500),
});

export function operatorRoutes(app: HttpServer, keyring: Keyring): void {
  app.post('/operator', async (request) => {
    requireSecret(request, keyring);
    const body = operatorBody.safeParse(request.body);
    if (!body.success) throw new DomainError('INVALID_INPUT', 'Required: `command` and `args`.');
    const { command, args } = body.data;
    return { message: await operatorCommands[command](args) };
  });
}
