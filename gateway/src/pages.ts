/** The HTML pages that the gateway renders itself: developers, GraphQL, 404 and 500. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DevelopersPageContent } from './pages/developers/developers-page.ts';
import { developersPage } from './pages/developers/developers-page.ts';
import { fonts } from './pages/fonts.ts';
import { sendPage, wrapPage } from './pages/page.ts';
import { brokenRing } from './pages/rosette.ts';
import type { CompressedText } from './pages/send-compressed.ts';
import { compressText } from './pages/send-compressed.ts';

const standalonePage = (title: string, { mark, lines }: { mark: string; lines: string }) =>
  compressText(
    wrapPage({
      title: `${title} · Nameloan`,
      main: `<main class="lone">${mark}<h1>${title}</h1>${lines}</main>`,
    }),
  );

const home = '<p><a class="button" href="/">Back to Nameloan</a></p>';

const graphqlPage = standalonePage('GraphQL', {
  mark: '',
  lines: `<p class="lead">POST operations to <code>/graphql</code> as JSON, with the access token in <code>x-access-token</code>. Subscriptions use a WebSocket on the same path (graphql-transport-ws), with the token in <code>connectionParams</code>, as <code>accessToken</code>, <code>x-access-token</code> or <code>Authorization</code>.</p>
<p><a class="button" href="/developers">Developers</a></p>`,
});

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export class Pages {
  readonly #developers: CompressedText;
  readonly #notFound = standalonePage("It's over", {
    mark: brokenRing,
    lines: `<p class="lead">This page doesn’t exist, or what it showed has ended.</p>${home}`,
  });
  readonly #failure = standalonePage('An unexpected error has occurred..', {
    mark: brokenRing,
    lines: `<p class="lead">We’ve logged the error. Try again in a moment.</p>${home}`,
  });

  constructor(about: DevelopersPageContent, address: string) {
    this.#developers = compressText(developersPage(about, address));
  }

  /** Registers the developers page, and the fonts of all these pages. */
  addTo(app: FastifyInstance): void {
    app.get('/developers', this.developers);
    for (const { path, bytes } of fonts)
      app.get(path, (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type('font/woff2')
          .send(bytes),
      );
  }

  developers: PageHandler = (request, reply) => sendPage(request, reply, this.#developers);
  graphql: PageHandler = (request, reply) => sendPage(request, reply, graphqlPage);
  notFound: PageHandler = (request, reply) => sendPage(request, reply.code(404), this.#notFound);
  failure: PageHandler = (request, reply) => sendPage(request, reply.code(500), this.#failure);
}
