/** The HTML reference of the REST API at `/api/docs`, generated from the OpenAPI description. */

import { escapeHtml, wrapPage } from '../pages/page.ts';
import type { Json } from './openapi.ts';

const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((here, key) => (here as Json | undefined)?.[key], value);
const text = (value: unknown) => escapeHtml(typeof value === 'string' ? value : '');
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

function typeName(schema: Json): string {
  const any = list(schema.anyOf);
  if (any.length > 0) return any.map(typeName).join(' or ');
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.const !== undefined) return `"${schema.const}"`;
  const types = Array.isArray(schema.type)
    ? schema.type.map(String)
    : [String(schema.type ?? 'any')];
  const shown = types.map((one) => {
    if (one === 'array') return `list of ${typeName((schema.items as Json) ?? {})}`;
    return one === 'string' && typeof schema.format === 'string' ? schema.format : one;
  });
  return shown.join(' or ');
}

/** The description and bounds of a field. */
function notes(schema: Json): string {
  const { description, minimum, maximum, minLength, maxLength, default: standard } = schema;
  const bounds = [
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
    minLength === undefined ? '' : `at least ${minLength} characters`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    standard === undefined ? '' : `default ${JSON.stringify(standard)}`,
  ]
    .filter((piece) => piece !== '')
    .join(', ');
  const sentence = bounds && `${bounds.charAt(0).toUpperCase()}${bounds.slice(1)}.`;
  return [description, sentence].filter((piece) => typeof piece === 'string' && piece).join(' ');
}

/** The object schema within a schema: itself, the item of a list, or the non-null branch. */
function inner(schema: Json): Json | undefined {
  const branch = list(schema.anyOf).find(
    (one) => one.properties !== undefined || one.items !== undefined,
  );
  if (branch) return inner(branch);
  if (schema.properties) return schema;
  return schema.items ? inner(schema.items as Json) : undefined;
}

interface Row {
  name: string;
  schema: Json;
  required: boolean;
}

function rowsOf(schema: Json, prefix = ''): Row[] {
  const object = inner(schema);
  const required = new Set(Array.isArray(object?.required) ? object.required : []);
  return Object.entries((object?.properties as Record<string, Json>) ?? {}).flatMap(
    ([name, one]) => [
      { name: prefix + name, schema: one, required: required.has(name) },
      ...(inner(one) ? rowsOf(one, `${prefix}${name}.`) : []),
    ],
  );
}

function table(rows: Row[], marks: boolean): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ name, schema, required }) => {
    const star = marks && required ? ' <span class="must">required</span>' : '';
    return `<tr><td><code>${text(name)}</code>${star}</td><td>${text(typeName(schema))}</td><td>${text(notes(schema))}</td></tr>`;
  });
  return `<div class="scroll"><table><thead><tr><th>Field</th><th>Type</th><th>Notes</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function section(title: string, content: string): string {
  return content === '' ? '' : `<section><h3>${title}</h3>${content}</section>`;
}

function describeResponses(call: Json): string {
  return Object.entries((call.responses as Record<string, Json>) ?? {})
    .filter(([status]) => status !== 'default')
    .map(([status, answer]) => {
      const schema = at(answer, 'content', 'application/json', 'schema') as Json | undefined;
      const many = schema?.type === 'array' ? ' A list; each item:' : '';
      const rows = schema ? table(rowsOf(schema), false) : '';
      return section(`Response ${status}`, `<p>${text(answer.description)}${many}</p>${rows}`);
    })
    .join('');
}

function describe(method: string, path: string, call: Json): string {
  const parameters = list(call.parameters).map((one) => ({
    name: String(one.name),
    schema: one.schema as Json,
    required: one.required === true,
    place: one.in,
  }));
  const body = at(call, 'requestBody', 'content', 'application/json', 'schema') as Json | undefined;
  const kind = Object.keys((at(call, 'requestBody', 'content') as Json | undefined) ?? {})[0];
  const raw =
    kind && kind !== 'application/json'
      ? `<p>The file itself, as <code>${text(kind)}</code>.</p>`
      : '';
  const open = list(call.security).length === 0;
  const verb = method.toUpperCase();
  return [
    `<details><summary><span class="verb ${verb}">${verb}</span><code>/api${text(path)}</code>`,
    `<span class="lock">${open ? 'no token' : 'token'}</span><span class="does">${text(call.summary)}</span></summary>`,
    '<div class="inside">',
    section(
      'Path',
      table(
        parameters.filter((one) => one.place === 'path'),
        true,
      ),
    ),
    section(
      'Query',
      table(
        parameters.filter((one) => one.place === 'query'),
        true,
      ),
    ),
    section('Body', raw || (body ? table(rowsOf(body), true) : '')),
    describeResponses(call),
    '</div></details>',
  ].join('');
}

/** The page at `/api/docs`. */
export function docsPage(api: Json): string {
  const groups = list(api.tags).map(({ name }) => {
    const calls = Object.entries(api.paths as Record<string, Record<string, Json>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods)
          .filter(([, call]) => (call.tags as string[]).includes(String(name)))
          .map(([method, call]) => describe(method, path, call)),
    );
    const title = String(name).replace(/^./, (first) => first.toUpperCase());
    return `<section class="group" id="${text(name)}"><h2>${text(title)}</h2><div class="sheet">${calls.join('')}</div></section>`;
  });
  const jumps = list(api.tags).map(
    ({ name }) => `<li><a href="#${text(name)}">${text(name)}</a></li>`,
  );
  const errors = at(api, 'components', 'responses', 'Error', 'description');
  return wrapPage(
    'REST API · Nameloan',
    `<main><p class="back"><a href="/developers">Developers</a></p>
<h1>REST API</h1>
<p class="lead">${text(at(api, 'info', 'description'))} Send the access token as <code>x-access-token</code> or <code>Authorization: Bearer</code>. The machine-readable description: <a href="/api/openapi.json">openapi.json</a>.</p>
<ul class="jump">${jumps.join('')}</ul>
${groups.join('\n')}
<section class="group" id="errors"><h2>Errors</h2><div class="sheet"><dl>
<div><dt>Body</dt><dd><code>{ "message", "code", "fields"?, "requestId" }</code>: a sentence for the user, a stable code, and one sentence per invalid field.</dd></div>
<div><dt>Status</dt><dd>${text(errors)}</dd></div>
</dl></div></section>
</main>`,
  );
}
