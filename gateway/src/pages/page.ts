/** The frame, style and content security policy of the gateway's own pages. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tokenSheet } from '@nameloan/brand/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fontStyle } from './fonts.ts';
import { logo } from './rosette.ts';
import type { CompressedText } from './send-compressed.ts';
import { sendCompressed } from './send-compressed.ts';

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

/** The style of these pages, with the product's design tokens. */
const ownStyle = readFileSync(new URL('./page.css', import.meta.url), 'utf8').trim();
const pageStyle = `${fontStyle}\n${tokenSheet}\n${ownStyle}`;

/** Applies the theme chosen in the web app before the first paint. Default: the system's. */
const themeScript =
  "try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

/** For pages with copy buttons or a search. */
const pageScript = readFileSync(new URL('./page.js', import.meta.url), 'utf8').trim();

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const pagePolicy = [
  "default-src 'none'",
  `script-src ${hashOf(themeScript)} ${hashOf(pageScript)}`,
  `style-src ${hashOf(pageStyle)}`,
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Sends a page under a policy that allows only our own style and scripts. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CompressedText,
): FastifyReply {
  reply
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8');
  return sendCompressed(request, reply, page);
}

/** Sends a plain text message. */
export function sendText(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${message}\n`);
}

export interface PageParts {
  title: string;
  /** The main element, and what stands next to it. */
  main: string;
  hasScript?: boolean;
  isWide?: boolean;
}

/** Wraps the main element into a complete page. */
export function wrapPage({ title, main, hasScript = false, isWide = false }: PageParts): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><link rel="icon" href="/icon.svg" type="image/svg+xml">`,
    `<script>${themeScript}</script><style>${pageStyle}</style></head>`,
    `<body><div class="page${isWide ? ' wide-page' : ''}"><header class="bar"><a class="mark" href="/">${logo}Nameloan</a></header>`,
    `${main}</div>${hasScript ? `<script>${pageScript}</script>` : ''}</body></html>`,
  ].join('\n');
}

/** Code with a button that copies it; the button needs the page's script. */
export function drawCode(id: string, code: string, what: string): string {
  return `<div class="code"><pre tabindex="0" aria-label="${escapeHtml(what)}" role="region"><code id="${id}">${escapeHtml(code)}</code></pre><p class="copy"><button type="button" data-copies="${id}" aria-label="Copy ${escapeHtml(what)}" hidden>Copy</button><span role="status"></span></p></div>`;
}
