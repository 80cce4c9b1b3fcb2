/** The few pages that the gateway shows itself: the front page, what is not there, what went wrong. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';

export interface About {
  /** What runs, a line each: name and where or on what. */
  parts: { name: string; detail: string }[];
  /** The sandbox's page, where there is one. */
  sandboxUrl?: string | undefined;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The look of the gateway's own pages (design tokens of the product). */
const pageStyle = read('./pages/page.css').trim();

const styleHash = createHash('sha256').update(pageStyle).digest('base64');
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Sends a page under a policy that lets nothing in but our own style. */
export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** A whole page around a body. */
export function wrapPage(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${pageStyle}</style></head>`,
    `<body>${body}</body></html>`,
  ].join('\n');
}

const plain = (code: string, sentence: string) =>
  wrapPage(
    `${sentence} · Nameloan`,
    `<main class="lone"><p class="eyebrow">${code}</p><h1>${sentence}</h1><p><a class="button" href="/">Back to Nameloan</a></p></main>`,
  );

/** Pages to which mails, contracts and checkouts already lead and which come with the web app: what does their work. */
const later: ReadonlyMap<string, readonly string[]> = new Map([
  [
    '/contracts',
    [
      'GET /api/contracts/{token}',
      'GET /api/contracts/{token}/pdf',
      'POST /api/contracts/{token}/sign',
    ],
  ],
  ['/reset-password', ['POST /api/users/reset']],
  ['/login', ['POST /api/users/login']],
  ['/register', ['POST /api/users/register']],
  ['/domains', ['GET /api/listings', 'GET /api/listings/{id}']],
  ['/app/escrow', ['GET /api/escrow/{id}', 'GET /api/escrow/{id}/history']],
  ['/app/my-domains', ['GET /api/domains', 'GET /api/domains/{id}']],
  ['/app/borrow', ['GET /api/offers/my-offers', 'POST /api/escrow/borrower']],
  ['/app/lend', ['GET /api/offers/sent-offers', 'POST /api/escrow/lender']],
  ['/app/transactions', ['GET /api/transactions']],
  [
    '/app/add-balance',
    ['POST /api/transactions/stripe-session', 'POST /api/transactions/nowpayments-session'],
  ],
  ['/app/settings', ['GET /api/users/self', 'POST /api/users/profile', 'GET /api/users/sessions']],
  ['/app', ['GET /api/users/self']],
]);

const laterPages = [...later].map(([path, calls]) => ({
  path,
  html: wrapPage(
    'Not built yet · Nameloan',
    `<main class="lone"><p class="eyebrow">404</p><h1>This page comes with the web app</h1>
<p class="lead">The web app is not built yet. Until then the <a href="/api/docs">REST API</a> does the work of this page:</p>
<p class="lead">${calls.map((call) => `<code>${call}</code>`).join('<br>')}</p>
<p><a class="button" href="/">Back to Nameloan</a></p></main>`,
  ),
}));

function laterPageOf(url: string): string | undefined {
  const path = `${url.split('?')[0]}/`;
  return laterPages.find((page) => path.startsWith(`${page.path}/`))?.html;
}

const graphqlPage = wrapPage(
  'GraphQL · Nameloan',
  `<main class="lone"><p class="eyebrow">/graphql</p><h1>GraphQL</h1>
<p class="lead">Send operations here by POST as JSON, with the access token as <code>x-access-token</code>. Subscriptions go over a WebSocket on the same path (graphql-transport-ws), the token in <code>connectionParams.accessToken</code>.</p>
<p><a class="button" href="/">Back to Nameloan</a></p></main>`,
);

export class Pages {
  readonly #front: string;
  readonly #notFound = plain('404', "It's over");
  readonly #failure = plain('500', 'An unexpected error has occurred..');

  constructor(about: About) {
    const rows = about.parts.map(
      ({ name, detail }) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(detail)}</dd></div>`,
    );
    const sandbox = about.sandboxUrl
      ? `<a class="door" href="${escapeHtml(about.sandboxUrl)}"><strong>Sandbox</strong><span>Mailbox, registry, DNS and checkouts: the outside world on this machine.</span></a>`
      : '';
    this.#front = read('../../web/index.html')
      .replace('<link rel="stylesheet" href="page.css">', `<style>${pageStyle}</style>`)
      .replace('<!-- parts -->', () => rows.join('\n'))
      .replace('<!-- sandbox -->', () => sandbox);
  }

  front = (reply: FastifyReply): FastifyReply => sendPage(reply, 200, this.#front);
  graphql = (reply: FastifyReply): FastifyReply => sendPage(reply, 200, graphqlPage);
  notFound = (reply: FastifyReply, url: string): FastifyReply =>
    sendPage(reply, 404, laterPageOf(url) ?? this.#notFound);
  failure = (reply: FastifyReply): FastifyReply => sendPage(reply, 500, this.#failure);
}
