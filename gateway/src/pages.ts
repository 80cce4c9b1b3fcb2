/** The few pages that the gateway shows itself: the one for developers, what is not there, what went wrong. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { DevelopersPageContent } from './pages/developers-page.ts';
import { developersPage } from './pages/developers-page.ts';
import { fonts } from './pages/fonts.ts';
import { sendPage, wrapPage } from './pages/page.ts';
import { brokenRing } from './pages/rosette.ts';

const standalonePage = (title: string, { mark, lines }: { mark: string; lines: string }) =>
  wrapPage(`${title} · Nameloan`, `<main class="lone">${mark}<h1>${title}</h1>${lines}</main>`);

const home = '<p><a class="button" href="/">Back to Nameloan</a></p>';

const graphqlPage = standalonePage('GraphQL', {
  mark: '',
  lines: `<p class="lead">Send operations to <code>/graphql</code> by POST as JSON, with the access token as <code>x-access-token</code>. Subscriptions go over a WebSocket on the same path (graphql-transport-ws), the token in <code>connectionParams.accessToken</code>.</p>
<p><a class="button" href="/developers">Developers</a></p>`,
});

export class Pages {
  readonly #developers: string;
  readonly #notFound = standalonePage("It's over", {
    mark: brokenRing,
    lines: `<p class="lead">There is no page at this address.</p>${home}`,
  });
  readonly #failure = standalonePage('An unexpected error has occurred..', {
    mark: brokenRing,
    lines: `<p class="lead">It is written down. A moment later it may work.</p>${home}`,
  });

  constructor(about: DevelopersPageContent, address: string) {
    this.#developers = developersPage(about, address);
  }

  /** The page for developers, and the fonts of all pages here. */
  addTo(app: FastifyInstance): void {
    app.get('/developers', (_request, reply) => this.developers(reply));
    for (const { path, bytes } of fonts)
      app.get(path, (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type('font/woff2')
          .send(bytes),
      );
  }

  developers = (reply: FastifyReply): FastifyReply => sendPage(reply, 200, this.#developers);
  graphql = (reply: FastifyReply): FastifyReply => sendPage(reply, 200, graphqlPage);
  notFound = (reply: FastifyReply): FastifyReply => sendPage(reply, 404, this.#notFound);
  failure = (reply: FastifyReply): FastifyReply => sendPage(reply, 500, this.#failure);
}
