/**
 * The URL in the List-Unsubscribe header, called by the gateway. RFC 8058: a mail program posts to it without a login. A
 * person who opens it gets a page with a button, because programs that open the links of mails must change nothing.
 */

import { DomainError } from '@nameloan/contracts/errors';
import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { actorOf } from '@nameloan/subgraph/http';
import { serviceContext } from '../service-context.ts';
import { unsubscribe } from './unsubscribe.ts';

const path = '/mail/unsubscribe/:token';
/** As a form or as a part of `multipart/form-data`. */
const oneClick = /List-Unsubscribe[\s\S]*One-Click/;

interface Route {
  Params: { token: string };
}

export function unsubscribeRoutes(app: HttpServer, keyring: Keyring): void {
  app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    forms.post<Route>(path, async (request) => {
      actorOf(request, keyring);
      if (!oneClick.test(String(request.body ?? '')))
        throw new DomainError('INVALID_INPUT', 'The body must be List-Unsubscribe=One-Click.');
      await unsubscribe(request.params.token);
      return { message: 'Unsubscribed' };
    });
    forms.get<Route>(path, async (request, reply) => {
      actorOf(request, keyring);
      const page = `${serviceContext.publicUrl}/stop/mail#token=${request.params.token}`;
      return reply.redirect(page, 303);
    });
  });
}
