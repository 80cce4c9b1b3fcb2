/** The summary as one self-contained HTML page: no script, font or image is loaded. */

import type { Summary } from './read-metrics.ts';

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: unknown) => String(value).replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);
const ms = (value: number) => value.toFixed(1);

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c1b18; background: #fbfaf7 }
  table { border-collapse: collapse; width: 100%; margin: 1rem 0 }
  th, td { text-align: right; padding: .35rem .6rem; border-bottom: 1px solid #ddd8cc; font-variant-numeric: tabular-nums }
  th:first-child, td:first-child { text-align: left }
  .no { color: #a3211b; font-weight: 600 } .yes { color: #1f6b3a }
  @media (prefers-color-scheme: dark) {
    body { color: #ece9e1; background: #191815 } th, td { border-color: #3b3831 } .no { color: #ff9d94 } .yes { color: #8fd6a6 }
  }`;

function table(head: string[], rows: (string | number)[][]): string {
  const cells = (tag: string, row: (string | number)[]) =>
    row.map((cell) => `<${tag}>${text(cell)}</${tag}>`).join('');
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells('td', row)}</tr>`)
    .join('')}</tbody></table>`;
}

function boundsTable({ bounds }: Summary): string {
  const rows = bounds.map(
    ({ bound, held, measured }) =>
      `<tr><td>${text(bound)}</td><td>${text(Number(measured.toFixed(3)))}</td>` +
      `<td class="${held ? 'yes' : 'no'}">${held ? 'met' : 'exceeded'}</td></tr>`,
  );
  return `<table><thead><tr><th>bound</th><th>measured</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

export function summaryPage(summary: Summary): string {
  const { rows, chat, profile, url, seconds, held, dropped } = summary;
  const journeys = table(
    ['scenario', 'journeys', 'calls', 'median ms', 'p95 ms', 'p99 ms', 'failed', 'retried'],
    rows.map((row) => [
      row.scenario,
      row.journeys,
      row.calls,
      ms(row.medMs),
      ms(row.p95Ms),
      ms(row.p99Ms),
      row.failed,
      row.retried,
    ]),
  );
  const chatSection = chat
    ? `<h2>Chat, from sending to the other’s socket</h2>${table(
        ['messages', 'median ms', 'p95 ms', 'p99 ms', 'lost or duplicated', 'reconnects'],
        [
          [
            chat.messages,
            ms(chat.medMs),
            ms(chat.p95Ms),
            ms(chat.p99Ms),
            chat.wrong,
            chat.reconnects,
          ],
        ],
      )}`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Load: ${text(profile)}</title><style>${style}</style></head><body>
<h1>Load: ${text(profile)}</h1>
<p>${text(url)}, ${seconds.toFixed(0)} seconds.
<span class="${held ? 'yes' : 'no'}">${held ? 'Every bound was met.' : 'A bound was exceeded.'}</span></p>
<h2>Journeys</h2>${journeys}
${dropped > 0 ? `<p>${text(dropped)} journeys could not start: too many were still running.</p>` : ''}
${chatSection}
<h2>Bounds</h2>${boundsTable(summary)}
</body></html>
`;
}
