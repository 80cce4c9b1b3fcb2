/** Renders a mail as plain text and as HTML. Pure. */

export interface MailContent {
  subject: string;
  /** Recipient's name for the greeting. */
  name: string;
  /** Plain text, one string per paragraph. */
  paragraphs: string[];
  /** List items, each with a link. */
  entries?: { title: string; text: string; url: string }[];
  /** Text to copy, in a monospace block. */
  code?: string;
  /** The button. */
  action: { label: string; url: string };
  /** Fine print at the end. */
  footer: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const signature = 'Nameloan';

export function renderMail(content: MailContent): RenderedMail {
  const { subject } = content;
  return { subject: oneLine(subject), text: renderText(content), html: renderHtml(content) };
}

/** Removes line breaks, so a subject or name cannot inject a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

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

function renderText({ name, paragraphs, entries = [], code, action, footer }: MailContent): string {
  const blocks = [
    `Hello ${oneLine(name)},`,
    ...paragraphs,
    ...entries.map(({ title, text, url }) => `* ${title}\n  ${text}\n  ${url}`),
    ...(code === undefined ? [] : [`    ${code}`]),
    `${action.label}:\n${action.url}`,
    `${signature}\n${footer}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const textColor = 'color:#21151a';
const mutedColor = 'color:#6d5f66';

function renderHtml(content: MailContent): string {
  const { subject, name, paragraphs, entries = [], code, action, footer } = content;
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const entry = ({ title, text, url }: (typeof entries)[number]) =>
    `<p style="margin:0 0 16px;padding:12px 16px;background:#f5f2f3;border-radius:6px"><a href="${escapeHtml(url)}" style="color:#7a1f3d;font-weight:600">${escapeHtml(title)}</a><br>${escapeHtml(text)}</p>`;
  const codeBlock =
    code === undefined
      ? ''
      : `<p style="margin:0 0 16px;padding:12px 16px;background:#f5f2f3;border-radius:6px;font:16px ui-monospace,Menlo,Consolas,monospace">${escapeHtml(code)}</p>`;
  const url = escapeHtml(action.url);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="margin:0;padding:24px;background:#f5f2f3">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px;${font};font-size:16px;line-height:1.5;${textColor}">
<p style="margin:0 0 24px;font-size:14px;letter-spacing:.04em;${mutedColor}">${signature}</p>
<p style="margin:0 0 16px">Hello ${escapeHtml(oneLine(name))},</p>
${[...paragraphs.map(paragraph), ...entries.map(entry)].join('\n')}
${codeBlock}
<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:10px 20px;background:#7a1f3d;color:#ffffff;text-decoration:none;border-radius:6px">${escapeHtml(action.label)}</a></p>
<p style="margin:0;font-size:13px;${mutedColor}">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`;
}
