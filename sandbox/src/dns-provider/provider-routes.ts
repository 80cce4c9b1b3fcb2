/** A DNS provider with Domain Connect: settings, its templates, and the page on which its customer agrees. */

import { getTxt, setRecords } from '../dns/zone.ts';
import { withFaults } from '../faults/fail-http.ts';
import { notFound } from '../http/control-error.ts';
import { readJson } from '../http/read-json.ts';
import type { Call, HttpResponse, Route } from '../http/router.ts';
import { json } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import {
  getDnsProvider,
  nameservers,
  providerName,
  providerPath,
  setDnsProvider,
} from './provider.ts';
import { productId, recordOf, recordPrefix, serviceId, template } from './template.ts';
import type { ApplyRequest } from './verify-request.ts';
import { verifyRequest } from './verify-request.ts';

const templatePath = `${providerPath}/v2/domainTemplates/providers/:providerId/services/:serviceId`;

export function dnsProviderRoutes(context: SandboxContext): Route[] {
  return [
    {
      method: 'GET',
      path: providerPath,
      run: () => json(getDnsProvider(context)),
    },
    {
      method: 'PUT',
      path: providerPath,
      async run(call) {
        const { dnsProviderInput } = await import('../control/inputs.ts');
        return json(setDnsProvider(context, readJson(call, dnsProviderInput)));
      },
    },
    ...withFaults(context, 'domainconnect', [...apiRoutes(context), ...pageRoutes(context)]),
  ];
}

function apiRoutes(context: SandboxContext): Route[] {
  return [
    {
      method: 'GET',
      path: `${providerPath}/v2/:domain/settings`,
      run({ params, headers }) {
        const { domain = '' } = params;
        if (!getDnsProvider(context).domains.includes(domain.toLowerCase()))
          throw notFound('This provider does not host the domain.');
        return json({
          providerId: 'dns-provider.example',
          providerName,
          providerDisplayName: providerName,
          urlAPI: `http://${headers.host}${providerPath}`,
          urlSyncUX: `${context.controlUrl}${providerPath}`,
          urlControlPanel: `${context.controlUrl}/?view=dns&name=%domain%`,
          width: 750,
          height: 750,
          nameServers: nameservers,
        });
      },
    },
    {
      method: 'GET',
      path: templatePath,
      run({ params }) {
        assertTemplate(context, params);
        return json(template);
      },
    },
  ];
}

function pageRoutes(context: SandboxContext): Route[] {
  return [
    {
      method: 'GET',
      path: `${templatePath}/apply`,
      async run(call) {
        const { drawConsent, drawRejected } = await import('../page/draw-consent.ts');
        try {
          const request = readRequest(context, call);
          const record = recordOf(request.domain, request.token);
          return page(drawConsent({ ...request, record, action: call.url.search }), request);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          return { ...page(drawRejected(error.message)), status: 400 };
        }
      },
    },
    {
      method: 'POST',
      path: `${templatePath}/apply`,
      run(call) {
        const request = readRequest(context, call);
        const agreed = new URLSearchParams(call.body.toString()).get('answer') === 'add';
        if (agreed) applyTemplate(context, request);
        return redirect(request, agreed);
      },
    },
  ];
}

function assertTemplate(context: SandboxContext, params: Call['params']): void {
  const isOurs = params.providerId === productId && params.serviceId === serviceId;
  if (isOurs && getDnsProvider(context).template) return;
  throw notFound('This provider does not have the template.');
}

function readRequest(context: SandboxContext, call: Call): ApplyRequest {
  assertTemplate(context, call.params);
  return verifyRequest(context, call.url);
}

/** Records of other services stay; a record of the template is replaced. */
function applyTemplate(context: SandboxContext, { domain, token }: ApplyRequest): void {
  const { name, value } = recordOf(domain, token);
  const others = getTxt(context, name).filter((text) => !text.startsWith(recordPrefix));
  setRecords(context, name, { txt: [...others, value] });
}

function redirect({ redirectUri, state }: ApplyRequest, agreed: boolean): HttpResponse {
  const target = new URL(redirectUri ?? 'http://localhost/');
  if (state !== null) target.searchParams.set('state', state);
  if (!agreed) {
    target.searchParams.set('error', 'access_denied');
    target.searchParams.set('error_description', 'user_cancel');
  }
  return { status: 303, headers: { location: target.href }, body: '' };
}

/** The form's response redirects to the product, so its origin must be allowed too. */
function page(body: string, request?: ApplyRequest): HttpResponse {
  const returns = request?.redirectUri ? ` ${request.redirectUri.origin}` : '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action 'self'${returns}`,
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    // Without a referrer, the browser would send the form with the origin `null`, which is rejected.
    headers: { 'content-security-policy': policy, 'referrer-policy': 'same-origin' },
    body,
  };
}
