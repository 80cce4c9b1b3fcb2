/** Static files of the pages: style sheets, scripts, fonts and seals. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFontSheet, fontFiles } from '@nameloan/brand/fonts';
import { tokenSheet } from '@nameloan/brand/tokens';
import { canonicalName } from '../dns/zone.ts';
import { notFound } from '../http/control-error.ts';
import type { HttpResponse, Route } from '../http/router.ts';
import { isDomainName } from '../registry/domain.ts';

const sheets = ['page.css', 'controls.css', 'views.css'];
const scripts = ['page.js', 'call-control.js'];
const fontPath = (name: string) => `/page/fonts/${name}.woff2`;

/** Fonts change with their package; a seal never changes. */
const oneWeek = 'public, max-age=604800';
const immutable = 'public, max-age=31536000, immutable';

export function fileRoutes(): Route[] {
  return [
    textRoute('tokens.css', css, async () => tokenSheet),
    textRoute('fonts.css', css, async () => drawFontSheet(fontPath)),
    ...sheets.map((name) => textRoute(name, css, () => readOwn(name))),
    ...scripts.map((name) =>
      textRoute(name, 'text/javascript; charset=utf-8', () => readOwn(name)),
    ),
    textRoute('icon.svg', 'image/svg+xml', () => readOwn('icon.svg')),
    ...fontFiles.map(({ name, path }) =>
      getRoute(fontPath(name), async () => ({
        status: 200,
        type: 'font/woff2',
        headers: { 'cache-control': oneWeek },
        body: await readFile(path),
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

const css = 'text/css; charset=utf-8';
const readOwn = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');

function textRoute(name: string, type: string, read: () => Promise<string>): Route {
  return getRoute(`/page/${name}`, async () => ({
    status: 200,
    type,
    headers: { 'cache-control': 'no-cache' },
    body: await read(),
  }));
}

async function serveSeal(file: string): Promise<HttpResponse> {
  const name = canonicalName(file.replace(/\.svg$/, ''));
  if (!file.endsWith('.svg') || !isDomainName(name)) throw notFound('There is no such seal.');
  const { drawSeal } = await import('./seal.ts');
  return {
    status: 200,
    type: 'image/svg+xml',
    headers: {
      'cache-control': immutable,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
    body: drawSeal(name),
  };
}
