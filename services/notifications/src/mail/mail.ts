/** Renders a mail as plain text and as HTML with the same content. Pure. */

import type { MailContent, RenderedMail } from './mail-content.ts';
import { maxRows, noReplies, preferencesLabel, signature } from './mail-content.ts';
import { renderHtml } from './mail-html.ts';

export function renderMail(given: MailContent): RenderedMail {
  const subject = oneLine(given.subject);
  const rows = given.rows?.slice(0, maxRows) ?? [];
  const content = { ...given, subject, name: oneLine(given.name), rows };
  return { subject, text: renderText(content), html: renderHtml(content) };
}

/** Removes line breaks, so a subject or name cannot inject a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function renderText(content: MailContent): string {
  const { name, paragraphs, rows = [], entries = [], code, action, footer } = content;
  const { preferencesUrl } = content;
  const blocks = [
    `Hello ${name},`,
    ...paragraphs,
    ...(rows.length > 0 ? [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...entries.map(({ title, text, url }) => `* ${title}\n  ${text}\n  ${url}`),
    ...(code === undefined ? [] : [`    ${code}`]),
    `${action.label}:\n${action.url}`,
    [
      signature,
      ...(footer === undefined ? [] : [footer]),
      ...(preferencesUrl === undefined ? [] : [`${preferencesLabel}: ${preferencesUrl}`]),
      noReplies,
    ].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}
