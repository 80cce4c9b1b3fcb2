/** The HTML reference of the REST API at `/api/docs`, generated from the OpenAPI description. */

import { drawCode, escapeHtml, wrapPage } from '../pages/page.ts';
import { curlOf, exampleOf } from './example-of.ts';
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

/** `marksRequired`: whether to mark the fields that a request needs. */
function fieldList(rows: Row[], marksRequired: boolean): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ name, schema, required }) => {
    const star = marksRequired && required ? ' <span class="must">required</span>' : '';
    const note = notes(schema);
    return `<div><dt><code>${text(name)}</code> <span class="type">${text(typeName(schema))}</span>${star}</dt><dd>${text(note)}</dd></div>`;
  });
  return `<dl class="fields">${lines.join('')}</dl>`;
}

function section(title: string, content: string): string {
  return content === '' ? '' : `<section><h4>${title}</h4>${content}</section>`;
}

/** The schema of a JSON body, and the content type of another one. */
function contentOf(holder: unknown): { json: Json | undefined; otherType: string | undefined } {
  const content = (at(holder, 'content') as Json | undefined) ?? {};
  const [type] = Object.keys(content);
  const json = at(content, 'application/json', 'schema') as Json | undefined;
  return { json, otherType: json ? undefined : type };
}

const isShown = (schema: Json) => schema.properties !== undefined || inner(schema) !== undefined;

function describeResponses(call: Json, name: string): string {
  return Object.entries((call.responses as Record<string, Json>) ?? {})
    .filter(([status]) => status !== 'default')
    .map(([status, answer]) => {
      const { json, otherType } = contentOf(answer);
      const many = json?.type === 'array' ? ' A list; each item:' : '';
      const file = otherType ? ` A file, <code>${text(otherType)}</code>.` : '';
      const example =
        json && isShown(json)
          ? drawCode(
              `${name}-response`,
              JSON.stringify(exampleOf(json), null, 2),
              `the response of ${name}`,
            )
          : '';
      const fields = json ? fieldList(rowsOf(json), false) : '';
      return `<h3>Response ${status}</h3>${example}${section('Fields', `<p>${text(answer.description)}${file}${many}</p>${fields}`)}`;
    })
    .join('');
}

interface DescribedCall {
  method: string;
  path: string;
  call: Json;
}

function describeRequest({ method, path, call }: DescribedCall, address: string): string {
  const parameters = list(call.parameters).map((one) => ({
    name: String(one.name),
    schema: one.schema as Json,
    required: one.required === true,
    place: one.in,
  }));
  const { json: body, otherType: fileType } = contentOf(call.requestBody);
  const needsToken = list(call.security).length > 0;
  const name = text(call.operationId);
  const query = parameters.filter(({ place, required }) => place === 'query' && required);
  const command = curlOf({ method, path, needsToken, query, body, fileType }, address);
  const inPlace = (place: string) =>
    fieldList(
      parameters.filter((one) => one.place === place),
      true,
    );
  const file = fileType ? `<p>The file itself, as <code>${text(fileType)}</code>.</p>` : '';
  return [
    '<h3>Request</h3>',
    drawCode(`${name}-request`, command, `the request of ${name}`),
    section('Path', inPlace('path')),
    section('Query', inPlace('query')),
    section('Body', file || (body ? fieldList(rowsOf(body), true) : '')),
  ].join('');
}

function describe(described: DescribedCall, address: string): string {
  const { method, path, call } = described;
  const open = list(call.security).length === 0;
  const name = text(call.operationId);
  return [
    `<details class="call"><summary><span class="verb ${method}">${method}</span><code>/api${text(path)}</code>`,
    `<span class="lock">${open ? 'no token' : 'token'}</span><span class="does">${text(call.summary)}</span></summary>`,
    `<div class="inside" id="${name}"><div>${describeRequest(described, address)}</div>`,
    `<div>${describeResponses(call, name)}</div></div></details>`,
  ].join('');
}

interface Group {
  name: string;
  title: string;
  calls: DescribedCall[];
}

function groupsOf(api: Json): Group[] {
  const calls = Object.entries(api.paths as Record<string, Record<string, Json>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({
        method: method.toUpperCase(),
        path,
        call,
      })),
  );
  return list(api.tags).map(({ name }) => ({
    name: String(name),
    title: String(name).replace(/^./, (first) => first.toUpperCase()),
    calls: calls.filter(({ call }) => (call.tags as string[]).includes(String(name))),
  }));
}

function navigation(groups: Group[]): string {
  const items = groups.map(({ name, title, calls }) => {
    const links = calls.map(
      ({ method, path, call }) =>
        `<li><a href="#${text(call.operationId)}"><span class="verb ${method}">${method}</span> <span class="path">${text(path).replaceAll('/', '<wbr>/')}</span></a></li>`,
    );
    return `<li><a class="tag" href="#${text(name)}">${text(title)}</a><ul>${links.join('')}</ul></li>`;
  });
  return `<nav class="side" aria-label="Calls"><ul class="calls">${items.join('')}<li><a class="tag" href="#errors">Errors</a></li></ul></nav>`;
}

/** The page at `/api/docs`. `address`: the public URL, for the examples. */
export function docsPage(api: Json, address = ''): string {
  const groups = groupsOf(api);
  const sections = groups.map(
    ({ name, title, calls }) =>
      `<section class="group" id="${text(name)}"><h2>${text(title)}</h2><div class="sheet">${calls.map((one) => describe(one, address)).join('')}</div></section>`,
  );
  const errors = at(api, 'components', 'responses', 'Error', 'description');
  const main = `<div class="docs">${navigation(groups)}<main><p class="back"><a href="/developers">Developers</a></p>
<h1>REST API</h1>
<p class="lead">${text(at(api, 'info', 'description'))} Send the access token as <code>x-access-token</code> or <code>Authorization: Bearer</code>. The machine-readable description: <a href="/api/openapi.json">openapi.json</a>.</p>
<div class="search" role="search" hidden><label for="search">Search calls</label><input id="search" type="search" autocomplete="off" spellcheck="false" aria-describedby="search-hint found"><p><span id="search-hint">A path, a word or a field. Press / to get here.</span> <span id="found" role="status"></span></p></div>
${sections.join('\n')}
<section class="group" id="errors"><h2>Errors</h2><div class="sheet"><dl>
<div><dt>Body</dt><dd><code>{ "message", "code", "fields"?, "requestId" }</code>: a sentence for the user, a stable code, and one sentence per invalid field.</dd></div>
<div><dt>Status</dt><dd>${text(errors)}</dd></div>
</dl></div></section>
</main></div>`;
  return wrapPage({ title: 'REST API · Nameloan', main, hasScript: true, isWide: true });
}
