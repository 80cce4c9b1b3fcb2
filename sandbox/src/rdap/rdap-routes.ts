/** RDAP (RFC 7480, 9082): the bootstrap file, one server per registry, and the registrars' server. */

import { canonicalName } from '../dns/zone.ts';
import { withFaults } from '../faults/fail-http.ts';
import type { ControlError } from '../http/control-error.ts';
import { notFound } from '../http/control-error.ts';
import type { Call, HttpResponse, Route } from '../http/router.ts';
import { json } from '../http/router.ts';
import { getDomain } from '../registry/registry.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { domainResponse, errorResponse } from './domain-response.ts';
import { bootstrapFile, operates } from './registries.ts';

export const bootstrapPath = '/rdap/bootstrap.json';

export function rdapRoutes(context: SandboxContext): Route[] {
  return [
    {
      method: 'GET',
      path: bootstrapPath,
      run: (call) => ({
        ...json(bootstrapFile(baseUrl(call))),
        headers: { 'cache-control': 'max-age=3600' },
      }),
    },
    ...withFaults(context, 'rdap', serverRoutes(context)),
  ];
}

/** RDAP servers have a fault; the bootstrap file, which another party publishes, has none. */
function serverRoutes(context: SandboxContext): Route[] {
  const registrarServer = 'registrars';
  return [
    {
      method: 'GET',
      path: '/rdap/:server/domain/:name',
      formatError,
      run(call) {
        const { server = '', name: input = '' } = call.params;
        const name = canonicalName(input);
        const isRegistrar = server === registrarServer;
        if (!isRegistrar && !operates(server, name))
          throw notFound('This server has no such name.');
        const pathTo = (each: string) => `${baseUrl(call)}/${each}/domain/${name}`;
        const body = domainResponse(getDomain(context, name), {
          now: context.clock.now(),
          selfUrl: pathTo(server),
          registrarUrl: isRegistrar ? null : pathTo(registrarServer),
        });
        return rdap(body, 200);
      },
    },
  ];
}

/** The address by which the client knows this server; in a container it differs from the one it listens on. */
const baseUrl = ({ headers }: Call) => `http://${headers.host}/rdap`;

function rdap(body: unknown, status: number): HttpResponse {
  return { ...json(body, status), type: 'application/rdap+json' };
}

function formatError({ status, message }: ControlError): HttpResponse {
  return rdap(errorResponse(status, message), status);
}
