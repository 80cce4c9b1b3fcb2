/**
 * The HTML part of a mail. Tables, inline styles and `bgcolor` are what Outlook understands; the style sheet adds the dark
 * theme for clients that know `prefers-color-scheme`, and for Outlook's own attribute.
 */

import { letterheadSize } from '@nameloan/brand/letterhead';
import { readColour } from '@nameloan/brand/tokens';
import type { MailContent } from './mail-content.ts';
import { noReplies, preferencesLabel, signature } from './mail-content.ts';

/** Content-ID of the seal and wordmark. */
export const letterheadId = 'letterhead@nameloan';

const sans = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const serif = "Besley,Georgia,'Times New Roman',serif";
const mono = 'ui-monospace,Menlo,Consolas,monospace';

/** The class, the CSS property and the token of every colour. */
const colours = {
  page: ['background-color', 'bg'],
  card: ['background-color', 'surface'],
  box: ['background-color', 'sunken'],
  button: ['background-color', 'brand'],
  ink: ['color', 'ink'],
  soft: ['color', 'ink-3'],
  link: ['color', 'brand-ink'],
  on: ['color', 'on-brand'],
  rule: ['border-color', 'line'],
} as const;
type Paint = keyof typeof colours;

const light = (paint: Paint) => readColour(colours[paint][1]).light;

/** Attributes that paint an element in both themes. */
function paint(paints: readonly Paint[], style: string): string {
  const inline = paints.map((one) => `${colours[one][0]}:${light(one)}`);
  return `class="${paints.join(' ')}" style="${[...inline, style].join(';')}"`;
}

const darkRules = (Object.keys(colours) as Paint[]).map((one) => {
  const [property, token] = colours[one];
  return { one, rule: `${property}:${readColour(token).dark}!important` };
});
const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules.map(({ one, rule }) => `.${one}{${rule}}`).join('')}}
${darkRules.map(({ one, rule }) => `[data-ogsc] .${one}{${rule}}`).join('')}
@media (max-width:480px){.pad{padding:24px 20px!important}}`;

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const wrap = 'overflow-wrap:anywhere;word-break:break-word';

export function renderHtml(content: MailContent): string {
  const { subject, name, paragraphs, rows = [], entries = [], code } = content;
  const parts = [
    `<h1 ${paint(['ink'], `margin:24px 0 16px;font:600 24px/1.3 ${serif};${wrap}`)}>${escapeHtml(subject)}</h1>`,
    renderParagraph(`Hello ${name},`),
    ...paragraphs.map(renderParagraph),
    ...(rows.length > 0 ? [renderRows(rows)] : []),
    ...entries.map(renderEntry),
    ...(code === undefined ? [] : [renderCode(code)]),
    renderButton(content.action),
    renderFooter(content),
  ];
  const { width, height } = letterheadSize;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${styleSheet}</style></head>
<body ${paint(['page'], 'margin:0;padding:0')} bgcolor="${light('page')}">
<table ${table} width="100%" bgcolor="${light('page')}" ${paint(['page'], '')}><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table ${table} width="560"><tr><td><![endif]-->
<table ${table} width="100%" bgcolor="${light('card')}" ${paint(['card', 'rule'], 'max-width:560px;border-width:1px;border-style:solid;border-radius:12px;border-collapse:separate;table-layout:fixed')}><tr><td class="pad" align="left" style="padding:32px 36px">
<main ${paint(['ink'], `display:block;font:16px/1.55 ${sans}`)}>
<img src="cid:${letterheadId}" width="${width}" height="${height}" alt="${signature}" style="display:block;border:0">
${parts.join('\n')}
</main>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

function renderParagraph(text: string): string {
  const lines = escapeHtml(text).replaceAll('\n', '<br>');
  return `<p style="margin:0 0 16px;${wrap}">${lines}</p>`;
}

function renderRows(rows: NonNullable<MailContent['rows']>): string {
  const cell = 'padding:10px 0;border-width:1px 0 0;border-style:solid;vertical-align:top';
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><th scope="row" align="left" width="38%" ${paint(['soft', 'rule'], `${cell};padding-right:12px;font-weight:400`)}>${escapeHtml(label)}</th><td align="left" ${paint(['ink', 'rule'], `${cell};font-weight:600;${wrap}`)}>${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" ${paint(['rule'], `margin:20px 0;border-width:0 0 1px;border-style:solid;border-collapse:collapse;table-layout:fixed;font:15px/1.45 ${sans}`)}>${cells.join('')}</table>`;
}

const boxStyle = 'margin:0 0 12px;padding:12px 16px;border-radius:8px';

function renderEntry({ title, text, url }: { title: string; text: string; url: string }): string {
  const link = `<a href="${escapeHtml(url)}" ${paint(['link'], 'font-weight:600')}>${escapeHtml(title)}</a>`;
  return `<p ${paint(['box'], `${boxStyle};${wrap}`)}>${link}<br>${escapeHtml(text)}</p>`;
}

const renderCode = (code: string): string =>
  `<p ${paint(['box', 'ink'], `${boxStyle};font:16px ${mono};${wrap}`)}>${escapeHtml(code)}</p>`;

const renderButton = ({ label, url }: MailContent['action']): string =>
  `<table ${table} style="margin:24px 0"><tr><td bgcolor="${light('button')}" ${paint(['button'], 'border-radius:8px')}><a href="${escapeHtml(url)}" ${paint(['on'], `display:inline-block;padding:12px 22px;font:600 16px/1.25 ${sans};text-decoration:none`)}>${escapeHtml(label)}</a></td></tr></table>`;

function renderFooter({ footer, preferencesUrl }: MailContent): string {
  const reason = footer === undefined ? '' : `${escapeHtml(footer)} `;
  const link =
    preferencesUrl === undefined
      ? ''
      : `<a href="${escapeHtml(preferencesUrl)}" ${paint(['soft'], 'text-decoration:underline')}>${preferencesLabel}</a> · `;
  return `<p ${paint(['soft', 'rule'], 'margin:0;padding-top:16px;border-width:1px 0 0;border-style:solid;font-size:13px;line-height:1.5')}>${reason}${link}${noReplies}</p>`;
}
