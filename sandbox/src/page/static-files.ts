/** Static files of the pages: style sheets, scripts, fonts and seals. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalName } from '../dns/zone.ts';
import { notFound } from '../http/control-error.ts';
import type { HttpResponse, Route } from '../http/router.ts';
import { isDomainName } from '../registry/domain.ts';

const sheets = ['tokens.css', 'fonts.css', 'page.css', 'controls.css', 'views.css'];
const scripts = ['page.js', 'call-control.js'];
const fonts: Readonly<Record<string, string>> = {
  besley: '@fontsource/besley/files/besley-latin-600-normal.woff2',
  'hanken-grotesk':
    '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  'geist-mono': '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
};

/** Fonts change with their package; a seal never changes. */
const oneWeek = 'public, max-age=604800';
const immutable = 'public, max-age=31536000, immutable';

export function fileRoutes(): Route[] {
  return [
    ...sheets.map((name) => ownFile(name, 'text/css; charset=utf-8')),
    ...scripts.map((name) => ownFile(name, 'text/javascript; charset=utf-8')),
    ownFile('icon.svg', 'image/svg+xml'),
    ...Object.entries(fonts).map(([name, file]) =>
      getRoute(`/page/fonts/${name}.woff2`, async () => ({
        status: 200,
        type: 'font/woff2',
        headers: { 'cache-control': oneWeek },
        body: await readFile(fileURLToPath(import.meta.resolve(file))),
      })),
    ),
    { method: 'GET', path: '/page/seals/:name', run: ({ params }) => serveSeal(params.name ?? '') },
  ];
}

const getRoute = (path: string, run: () => Promise<HttpResponse>): Route => ({
  method: 'GET',
  path,
  run,
});

function ownFile(name: string, type: string): Route {
  return getRoute(`/page/${name}`, async () => ({
    status: 200,
    type,
    headers: { 'cache-control': 'no-cache' },
    body: await readFile(join(import.meta.dirname, name), 'utf8'),
  }));
}

async function serveSeal(file: string): Promise<HttpResponse> {
  const name = canonicalName(file.replace(/\.svg$/, ''));
  if (!file.endsWith('.svg') || !isDomainName(name)) throw notFound('There is no such seal.');
  const { drawSeal } = await import('./seal.ts');
  const tokens = await readFile(join(import.meta.dirname, 'tokens.css'), 'utf8');
  return {
    status: 200,
    type: 'image/svg+xml',
    headers: {
      'cache-control': immutable,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
    body: drawSeal(name, tokens),
  };
}
