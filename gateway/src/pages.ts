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

/** Pages to which mails and answers already lead, and which come with the web app. */
const webAppPath = /^\/(app|contracts|reset-password|login|register|domains)(\/|$)/;

const laterPage = wrapPage(
  'Not built yet · Nameloan',
  `<main class="lone"><p class="eyebrow">404</p><h1>This page comes with the web app</h1>
<p class="lead">The web app is not built yet. Everything works over the <a href="/api/docs">REST API</a> until then: a contract link <code>/contracts/TOKEN</code> is read at <code>/api/contracts/TOKEN</code> and <code>/api/contracts/TOKEN/pdf</code> and signed by POST to <code>/api/contracts/TOKEN/sign</code>; a reset link's token goes to <code>/api/users/reset</code>; a loan <code>/app/escrow/ID</code> is <code>/api/escrow/ID</code>.</p>
<p><a class="button" href="/">Back to Nameloan</a></p></main>`,
);

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
    sendPage(reply, 404, webAppPath.test(url.split('?')[0] ?? '') ? laterPage : this.#notFound);
  failure = (reply: FastifyReply): FastifyReply => sendPage(reply, 500, this.#failure);
}
