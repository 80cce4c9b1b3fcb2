/** Alerts and dashboards use existing metrics, and every alert has a runbook section. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform';
import { lagSampleMs, openMetrics } from '@nameloan/runtime/metrics';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}

interface Panel {
  targets?: { expr: string }[];
}

const groups: { rules: Rule[] }[] = parse(read('infra/k8s/components/monitoring/rules.yaml')).spec
  .groups;
const rules = groups.flatMap((group) => group.rules);
const dashboards = globSync('infra/observability/dashboards/*.json', { cwd: root }).sort();

/** Our own metrics, the default metrics of every process, and Prometheus' own `up`. */
async function listMetrics(): Promise<Set<string>> {
  const files = globSync('{packages,services,gateway}/**/src/**/*.ts', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  });
  const ownMetrics = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...read(file).matchAll(/(new Histogram\(\{\s*)?name: '(nameloan_[a-z_]+)'/g),
    ])
    .flatMap(([, histogram, name = '']) =>
      histogram ? ['bucket', 'sum', 'count'].map((suffix) => `${name}_${suffix}`) : [name],
    );
  const server = await openMetrics({ METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' });
  const text = await (await fetch(server.url)).text();
  await server.close();
  const processMetrics = [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(
    ([, name = '', type]) =>
      type === 'histogram' || type === 'summary' ? [`${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(['up', ...ownMetrics, ...processMetrics]);
}

const metricsIn = (expression: string) =>
  [...expression.matchAll(/\b(nameloan|process|nodejs)_[a-z0-9_]+|\bup\b(?=\{)/g)].map(
    (match) => match[0],
  );

test('every alert has its heading in the runbook, and every heading its alert', () => {
  const headings = [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map((match) => match[1]);
  assert.deepEqual(headings.toSorted(), rules.map(({ alert }) => alert).toSorted());
  assert.ok(rules.length >= 10);
});

test('every alert has a severity and says what has happened', () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(critical|warning)$/, alert);
    assert.match(annotations.summary, /\{\{ \$(labels|value)/, alert);
  }
});

test('every metric in an alert or a dashboard exists', async () => {
  const existing = await listMetrics();
  const expressions: [string, string][] = rules.map(({ alert, expr }) => [alert, expr]);
  for (const file of dashboards) {
    const { title, panels } = JSON.parse(read(file));
    for (const panel of panels)
      for (const { expr } of panel.targets ?? [])
        expressions.push([`${title}: ${panel.title}`, expr]);
  }
  const unknown = expressions.flatMap(([where, expression]) => {
    const named = metricsIn(expression);
    assert.notEqual(named.length, 0, `${where} uses no metric`);
    return named.filter((name) => !existing.has(name)).map((name) => `${where}: ${name}`);
  });
  assert.deepEqual(unknown, []);
});

test('missing data raises alerts too: a component without a target, and a ledger check without a metric', () => {
  const expressionOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? '';
  for (const component of [...serviceNames, 'gateway', 'web'])
    assert.ok(
      expressionOf('ServiceDown').includes(`unless on (namespace) up{component="${component}"}`),
      component,
    );
  assert.match(expressionOf('ServiceDown'), /absent\(up\{/);
  const checked = 'nameloan_ledger_checked_timestamp_seconds';
  assert.ok(expressionOf('LedgerCheckStale').includes(`unless on (namespace) ${checked}`));
  assert.ok(expressionOf('LedgerCheckStale').includes(`absent(${checked})`));
});

test('event loop delay is reported without the sampling interval', () => {
  const panels = dashboards.flatMap((file) => JSON.parse(read(file)).panels as Panel[]);
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ].filter((expr) => expr.includes('nodejs_eventloop_lag_p99_seconds'));
  assert.equal(expressions.length, 2);
  for (const expr of expressions) assert.ok(`${expr} `.includes(` - ${lagSampleMs / 1000} `), expr);
});

test('no alert resolves while its cause lasts: only alerts on single events count past ones', () => {
  const counted = rules.filter(({ expr }) => /\b(increase|changes)\(/.test(expr));
  // Single calls and starts are events, not states.
  assert.deepEqual(
    counted.map(({ alert }) => alert),
    ['InternalErrors', 'CrashLooping'],
  );
});

test('every metric that shows a problem of the broker, a store, the ledger or the supergraph has an alert', () => {
  const watched = new Set(rules.flatMap(({ expr }) => metricsIn(expr)));
  for (const metric of [
    'nameloan_outbox_oldest_seconds',
    'nameloan_consumer_lag',
    'nameloan_failing_jobs',
    'nameloan_dead_letters',
    'nameloan_deferred_oldest_seconds',
    'nameloan_ledger_mismatches',
    'nameloan_supergraph_rejected',
    'nameloan_requests_total',
    'nameloan_request_seconds_bucket',
    'nameloan_rejections_total',
  ])
    assert.ok(watched.has(metric), metric);
});
