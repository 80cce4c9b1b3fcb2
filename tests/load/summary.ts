/** The results of a run: text output, and with SUMMARY_DIR a JSON file and an HTML page. */

import type { K6Data, Summary } from './read-metrics.ts';
import { readMetrics } from './read-metrics.ts';
import { settings } from './settings.ts';
import { summaryPage } from './summary-page.ts';

const formatNumber = (number: number) => (number < 100 ? number.toFixed(1) : number.toFixed(0));

function formatSummary(summary: Summary): string {
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
        formatNumber(row.medMs),
        formatNumber(row.p95Ms),
        formatNumber(row.p99Ms),
        row.failed,
        row.retried,
      ]),
    ),
    ...(chat
      ? [
          '',
          `chat, from sending to the other's socket: ${chat.messages} messages, median ${formatNumber(chat.medMs)} ms, p95 ${formatNumber(chat.p95Ms)} ms, p99 ${formatNumber(chat.p99Ms)} ms; lost or duplicated ${chat.wrong}; reconnects ${chat.reconnects}`,
        ]
      : []),
    ...(summary.dropped > 0
      ? ['', `${summary.dropped} journeys could not start: too many were still running.`]
      : []),
    '',
    ...bounds
      .filter(({ held }) => !held)
      .map(({ bound, measured }) => `EXCEEDED  ${bound}: ${formatNumber(measured)}`),
    `${bounds.filter(({ held }) => held).length} of ${bounds.length} bounds met`,
    '',
  ].join('\n');
}

/** Called by k6 with all metrics; the keys of the result are file names. */
export function summarize(data: K6Data): Record<string, string> {
  const summary = readMetrics(data);
  const folder = settings.summaryDir;
  return {
    stdout: formatSummary(summary),
    ...(folder === undefined
      ? {}
      : {
          [`${folder}/summary.json`]: `${JSON.stringify({ ...summary, metrics: data.metrics }, null, 2)}\n`,
          [`${folder}/summary.html`]: summaryPage(summary),
        }),
  };
}
