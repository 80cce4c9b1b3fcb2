/**
 * Routes of the sandbox's pages: the main page at /, each checkout's payment page, and a mail's HTML. The
 * rendering code is loaded on demand.
 */

import { notFound } from '../http/control-error.ts';
import type { HttpResponse, Route } from '../http/router.ts';
import { json } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { fileRoutes } from './static-files.ts';

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** A mail may use styles and links, but no scripts, requests or external images. */
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

export function pageRoutes(context: SandboxContext): Route[] {
  return [
    {
      method: 'GET',
      path: '/',
      async run({ url }) {
        const { drawPage } = await import('./draw-page.ts');
        return document(drawPage(context, url), pagePolicy);
      },
    },
    {
      method: 'GET',
      path: '/pay/:id',
      async run({ params }) {
        const { drawNoCheckout, drawPay } = await import('./draw-pay.ts');
        const checkout = context.store.table('checkouts').get(params.id ?? '');
        if (!checkout) return { ...document(drawNoCheckout(), pagePolicy), status: 404 };
        return document(drawPay(checkout), pagePolicy);
      },
    },
    {
      method: 'GET',
      path: '/mail/:id/html',
      async run({ params }) {
        const mail = context.store.table('mails').get(params.id ?? '');
        if (!mail) throw notFound('There is no such mail.');
        const { drawMailHtml } = await import('./draw-mail.ts');
        return document(drawMailHtml(mail), mailPolicy);
      },
    },
    { method: 'GET', path: '/page/version', run: () => json({ version: context.store.version }) },
    ...fileRoutes(),
  ];
}

function document(body: string, policy: string): HttpResponse {
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy },
    body,
  };
}
