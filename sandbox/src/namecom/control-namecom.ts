/** What tests and demos read and set of the account at name.com, in the control API. */

import { randomBytes } from 'node:crypto';
import { canonicalName } from '../dns/zone.ts';
import { notFound } from '../http/control-error.ts';
import { readJson } from '../http/read-json.ts';
import type { Call, Route } from '../http/router.ts';
import { json } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { changeAccount, findTransfer, getAccount, nameData, saveName } from './account.ts';
import { forceState, syncTransfer } from './transfers.ts';

export function namecomControlRoutes(context: SandboxContext): Route[] {
  const nameOf = (call: Call) => canonicalName(call.params.name ?? '');
  const account = () => {
    const { creditCents, notices, subscriptions } = getAccount(context);
    return json({ creditCents, notices, subscriptions });
  };
  return [
    { method: 'GET', path: '/namecom', run: account },
    {
      method: 'PUT',
      path: '/namecom',
      async run(call) {
        const { namecomInput } = await import('./inputs.ts');
        const { newToken, ...change } = readJson(call, namecomInput);
        changeAccount(context, {
          ...change,
          ...(newToken && { token: randomBytes(20).toString('hex') }),
        });
        return account();
      },
    },
    {
      method: 'GET',
      path: '/namecom/transfers/:name',
      run: (call) => json(findOrThrow(context, nameOf(call))),
    },
    {
      method: 'PUT',
      path: '/namecom/transfers/:name',
      async run(call) {
        const { namecomTransferInput } = await import('./inputs.ts');
        const { status } = readJson(call, namecomTransferInput);
        return json(forceState(context, findOrThrow(context, nameOf(call)), status));
      },
    },
    {
      method: 'PUT',
      path: '/namecom/domains/:name',
      async run(call) {
        const { namecomNameInput } = await import('./inputs.ts');
        const data = { ...nameData(context, nameOf(call)), ...readJson(call, namecomNameInput) };
        saveName(context, data);
        return json(data);
      },
    },
  ];
}

function findOrThrow(context: SandboxContext, name: string) {
  syncTransfer(context, name);
  const transfer = findTransfer(context, name);
  if (!transfer) throw notFound('There is no transfer of this name.');
  return transfer;
}
