/** What a run found: as text on the screen, and with SUMMARY_DIR as JSON and as a page. */

import type { Data, Summary } from './read-metrics.ts';
import { readMetrics } from './read-metrics.ts';
import { settings } from './settings.ts';
import { summaryPage } from './summary-page.ts';

const figure = (number: number) => (number < 100 ? number.toFixed(1) : number.toFixed(0));

function write(summary: Summary): string {
  const line = (cells: (string | number)[]) =>
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(12) : String(cell).padStart(10)))
      .join('');
  const { rows, chat, bounds } = summary;
  return [
    '',
    `${summary.profile} against ${summary.url}, ${summary.seconds.toFixed(0)} s`,
    '',
    line(['', 'journeys', 'calls', 'median ms', 'p95 ms', 'p99 ms', 'failed', 'retried']),
    ...rows.map((row) =>
      line([
        row.scenario,
        row.journeys,
        row.calls,
        figure(row.medMs),
        figure(row.p95Ms),
        figure(row.p99Ms),
        row.failed,
        row.retried,
      ]),
    ),
    ...(chat
      ? [
          '',
          `chat, from sending to the other's socket: ${chat.messages} messages, median ${figure(chat.medMs)} ms, p95 ${figure(chat.p95Ms)} ms, p99 ${figure(chat.p99Ms)} ms; lost or doubled ${chat.wrong}; reconnects ${chat.reconnects}`,
        ]
      : []),
    ...(summary.dropped > 0
      ? ['', `${summary.dropped} journeys could not begin: too many were still under way.`]
      : []),
    '',
    ...bounds
      .filter(({ held }) => !held)
      .map(({ bound, found }) => `NOT HELD  ${bound}: ${figure(found)}`),
    `${bounds.filter(({ held }) => held).length} of ${bounds.length} bounds held`,
    '',
  ].join('\n');
}

/** k6 calls it with everything that it has counted; the keys of the answer are files. */
export function summarize(data: Data): Record<string, string> {
  const summary = readMetrics(data);
  const folder = settings.summaryDir;
  return {
    stdout: write(summary),
    ...(folder === undefined
      ? {}
      : {
          [`${folder}/summary.json`]: `${JSON.stringify({ ...summary, metrics: data.metrics }, null, 2)}\n`,
          [`${folder}/summary.html`]: summaryPage(summary),
        }),
  };
}
