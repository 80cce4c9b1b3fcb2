/** The sandbox's page: one layout with six views, rendered on the server from the store. */

import type { SandboxContext } from '../sandbox-context.ts';
import { drawCheckouts } from './draw-checkouts.ts';
import { drawClock } from './draw-clock.ts';
import { drawDns } from './draw-dns.ts';
import { countFaults, drawFaults } from './draw-faults.ts';
import { drawMail } from './draw-mail.ts';
import { drawRegistry } from './draw-registry.ts';
import type { Html } from './html.ts';
import { formatTime, html, mark } from './html.ts';

interface View {
  readonly title: string;
  readonly draw: (context: SandboxContext, query: URLSearchParams) => Html;
  readonly count?: (context: SandboxContext) => number;
}

const views: Readonly<Record<string, View>> = {
  mail: { title: 'Mailbox', draw: drawMail, count: (context) => context.store.table('mails').size },
  registry: {
    title: 'Registry',
    draw: drawRegistry,
    count: (context) => context.store.table('domains').size,
  },
  dns: { title: 'DNS', draw: drawDns, count: (context) => context.store.table('dns').size },
  checkouts: {
    title: 'Checkouts',
    draw: drawCheckouts,
    count: (context) => context.store.table('checkouts').size,
  },
  clock: { title: 'Clock', draw: drawClock },
  faults: { title: 'Faults', draw: drawFaults, count: countFaults },
};

/** The document for a URL such as /?view=registry. */
export function drawPage(context: SandboxContext, url: URL): string {
  const name = url.searchParams.get('view') ?? 'mail';
  const view = (Object.hasOwn(views, name) ? views[name] : views.mail) as View;
  const tabs = Object.entries(views).map(([key, each]) => {
    const current = each === view ? html` aria-current="page"` : false;
    const count = each.count?.(context) ?? 0;
    return html`<a href="/?view=${key}"${current}>${each.title}${count > 0 && html` <b>${count}</b>`}</a>`;
  });
  const body = html`
    <header class="bar">
      <div class="row">
        <a class="brand" href="/">${mark()} <span>Nameloan <i>sandbox</i></span></a>
        <a class="now" href="/?view=clock"><span>Business time</span> ${formatTime(context.clock.now().toISOString())}</a>
      </div>
      <nav class="tabs" aria-label="Views">${tabs}</nav>
    </header>
    <main>
      <h1>${view.title}</h1>
      <p id="banner" role="alert" hidden></p>
      ${view.draw(context, url.searchParams)}
    </main>`;
  return drawDocument(`${view.title} – Nameloan sandbox`, body, context.store.version);
}

/** A document with the sandbox's styles and script. The script reloads the page when `version` is stale. */
export function drawDocument(title: string, body: Html, version: number | null): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="/page/icon.svg" type="image/svg+xml">
    <link rel="preload" href="/page/fonts/hanken-grotesk.woff2" as="font" type="font/woff2" crossorigin>
    <link rel="stylesheet" href="/page/tokens.css">
    <link rel="stylesheet" href="/page/fonts.css">
    <link rel="stylesheet" href="/page/page.css">
    <link rel="stylesheet" href="/page/controls.css">
    <link rel="stylesheet" href="/page/views.css">
    <script src="/page/page.js" type="module" blocking="render"></script>
  </head>
  <body${version !== null && html` data-version="${version}"`}>${body}</body>
</html>`.text;
}
