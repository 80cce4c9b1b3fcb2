/** HTTP routes to import and export an account's domains, called by the gateway. */

import { Readable } from 'node:stream';
import { DomainError } from '@nameloan/contracts/errors';
import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { accountOf } from '@nameloan/subgraph/http';
import { z } from 'zod';
import { commit, quotas } from '../service-context.ts';
import type { DomainImport, ImportRow, Verdict } from './domain-import.model.ts';
import type { ImportedName } from './read-names.ts';
import { assertCount, decodeText, readNames } from './read-names.ts';
import { previewImport, readImport, startImport } from './start-import.ts';
import { writeExport } from './write-export.ts';

const maxImportBytes = 5 * 1024 * 1024;
const listShape = z.strictObject({ names: z.array(z.string()) });

export function portfolioRoutes(app: HttpServer, keyring: Keyring): void {
  app.get('/domains/export/csv', async (request, reply) => {
    const actor = accountOf(request, keyring);
    await commit((tx) => quotas.take('portfolioFiles', actor.accountId, tx));
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="nameloan-domains.csv"')
      .send(Readable.from(writeExport(actor)));
  });
  app.get<{ Params: { id: string } }>('/domains/imports/:id', async (request) =>
    showImport(await readImport(accountOf(request, keyring), request.params.id)),
  );
  // A separate scope, in which a body of any content type is read as bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    // Before the body is read: each list costs as much as the next, also one that is rejected.
    scope.addHook('onRequest', async (request) => {
      const { accountId } = accountOf(request, keyring);
      await commit((tx) => quotas.take('portfolioFiles', accountId, tx));
    });
    scope.post<{ Querystring: { commit?: unknown } }>(
      '/domains/import',
      { bodyLimit: maxImportBytes },
      async (request, reply) => {
        const actor = accountOf(request, keyring);
        const isPreview = readCommit(request.query.commit) === false;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const names = readBody(request.headers['content-type'] ?? '', body);
        if (isPreview) return summarize(await previewImport(actor, names));
        return reply.code(202).send(showImport(await startImport(actor, names)));
      },
    );
  });
}

function readCommit(given: unknown): boolean {
  if (given === undefined || given === 'true') return true;
  if (given === 'false') return false;
  const message = 'Invalid commit: true or false.';
  throw new DomainError('INVALID_INPUT', message, { fields: { commit: message } });
}

function readBody(contentType: string, body: Buffer): ImportedName[] {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'text/csv' || type === 'text/plain') return readNames(decodeText(body));
  if (type !== 'application/json')
    throw new DomainError('UNSUPPORTED_TYPE', 'Send the list as text/csv, text/plain or JSON.');
  const { names } = readList(body);
  return assertCount(names.map((input, at) => ({ line: at + 1, input })));
}

function readList(body: Buffer): z.infer<typeof listShape> {
  try {
    return listShape.parse(JSON.parse(body.toString('utf8')));
  } catch {
    const message = 'Required: names, a list of domain names.';
    throw new DomainError('INVALID_INPUT', message, { fields: { names: message } });
  }
}

/** With the field names of REST. */
function summarize(rows: readonly ImportRow[]) {
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  return {
    total: rows.length,
    accepted: count('ADD'),
    have: count('HAVE'),
    refused: count('REFUSED'),
    rows: rows.map(({ line, input, name, unicodeName, verdict, message, hints }) => ({
      line,
      input,
      ...(name === null ? {} : { domain: name, domain_unicode: unicodeName }),
      verdict,
      ...(message === null ? {} : { message }),
      ...(hints && verdict === 'ADD'
        ? { hints: { expires_on: hints.expiresOn, registrar: hints.registrar } }
        : {}),
    })),
  };
}

function showImport({ id, state, settledRows, rows }: DomainImport) {
  return { id, state, settled: settledRows, ...summarize(rows) };
}
