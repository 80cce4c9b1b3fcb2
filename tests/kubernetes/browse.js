/**
 * k6: visitors who read and read again, by the web app's own rules: what gets no answer or "not now" (503) is asked for
 * again after a moment. BASE_URL: the gateway. Ends at SIGINT; prints one line of JSON.
 */

import { sleep } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

const read = new Counter('read');
const again = new Counter('again');
const failed = new Counter('failed');
const mostTries = 6;

export const options = {
  scenarios: {
    visitors: {
      executor: 'constant-vus',
      exec: 'visit',
      vus: 4,
      duration: '1h',
      gracefulStop: '5s',
    },
  },
};

const base = __ENV.BASE_URL;
const query = JSON.stringify({ query: '{ listings(page: 1) { pages listings { id } } }' });
const json = { headers: { 'content-type': 'application/json' } };
const reads = [
  () => http.get(`${base}/api/listings?limit=5`),
  () => http.get(`${base}/api/listings?limit=5&page=2`),
  () => http.post(`${base}/graphql`, query, json),
];

/** A refusal of GraphQL stands in its body. */
const notNow = ({ status, body }) =>
  status === 0 || status === 503 || String(body).includes('"UNAVAILABLE"');

export function visit() {
  for (const ask of reads) {
    let answer = ask();
    for (let tries = 1; notNow(answer) && tries < mostTries; tries++) {
      again.add(1);
      sleep(0.5 * tries);
      answer = ask();
    }
    // The end of all visits, not of this one.
    if (String(answer.error).includes('context canceled')) return;
    read.add(1);
    if (answer.status !== 200 || String(answer.body).includes('"errors"')) {
      failed.add(1);
      console.error(`${answer.status} ${answer.error} ${String(answer.body).slice(0, 300)}`);
    }
    sleep(0.15);
  }
}

export function handleSummary({ metrics }) {
  const count = (name) => metrics[name]?.values.count ?? 0;
  const { med, 'p(95)': p95, max } = metrics.http_req_duration.values;
  const counts = { read: count('read'), again: count('again'), failed: count('failed') };
  return {
    stdout: `${JSON.stringify({ ...counts, medianMs: med, p95Ms: p95, longestMs: max })}\n`,
  };
}
