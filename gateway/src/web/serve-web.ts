/** Serves the built web app: its files, and its page for every other path. */

import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendText } from '../pages/page.ts';
import { sendCompressed } from '../pages/send-compressed.ts';
import type { BuiltApp, Release } from './built-app.ts';

/** File names here contain a content hash. */
const hashedPrefix = '/assets/';
/** Excluded from search engines: private pages, and pages linked from emails. */
const noIndexPaths = /^\/(app|contracts|reset-password|verify-email|stop)(\/|$)/;

/** The decoded path; undefined if it is malformed. */
function decodePath(request: FastifyRequest): string | undefined {
  try {
    return decodeURIComponent(request.url.split('?', 1)[0] ?? '');
  } catch {
    return undefined;
  }
}

function sendPage(release: Release, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = decodePath(request) ?? '';
  reply
    .headers({ 'content-security-policy': release.page.policy, 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8');
  if (noIndexPaths.test(path)) reply.header('x-robots-tag', 'noindex');
  if (!release.hasPath(request.url.split('?', 1)[0] ?? '')) reply.code(404);
  return sendCompressed(request, reply, release.page);
}

/** Replies an unsatisfiable range; rethrows any other error. */
function handleRangeError(
  error: FastifyError & { headers?: Record<string, string> },
  _request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error.statusCode !== 416) throw error;
  reply.headers({ ...error.headers });
  return sendText(reply, 416, 'This range is outside the file.');
}

export async function serveWeb(
  app: FastifyInstance,
  { web, isPage }: { web: BuiltApp; isPage(request: FastifyRequest): boolean },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: web.folder,
    serve: false,
    preCompressed: true,
    index: false,
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    errorHandler: handleRangeError,
    handler: async (request, reply) => {
      if (!isPage(request)) return reply.callNotFound();
      const release = await web.release();
      const path = decodePath(request);
      if (path !== undefined && release.files.has(path)) {
        const lasting = path.startsWith(hashedPrefix);
        if (!lasting) reply.header('cache-control', 'no-cache');
        return reply.sendFile(
          path,
          lasting ? { maxAge: '365d', immutable: true } : { cacheControl: false },
        );
      }
      // An asset of an old release: the page in its place would run as a script.
      if (path?.startsWith(hashedPrefix)) return sendText(reply, 404, 'Not found.');
      return sendPage(release, request, reply);
    },
  });
}
