/** A page that stays open while a new release replaces its own. */

import assert from 'node:assert/strict';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { ensureBuilt } from '@nameloan/web/build/ensure-built';
import { setUpJourneys } from './environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'nameloan-release-'));
const web = join(folder, 'web');
const built = await ensureBuilt();
cpSync(built, web, { recursive: true });
after(() => rmSync(folder, { recursive: true, force: true }));

const files = (at: string) => globSync('**/*', { cwd: at }).filter((file) => /\.\w+$/.test(file));

/** Copies the app with new file names, as after any change; no old file remains. */
function makeRelease(name: string): string {
  const next = join(folder, name);
  cpSync(built, next, { recursive: true });
  for (const file of files(next)) if (/\.(br|gz)$/.test(file)) rmSync(join(next, file));
  const scripts = files(next).filter((file) => /^assets\/.*\.(js|css)$/.test(file));
  const renamed = scripts.map((file) => {
    const old = file.replace('assets/', '');
    return { old, now: old.replace(/-([\w-]{6,8})\.(js|css)$/, `-${name}$1.$2`) };
  });
  for (const file of [...scripts, 'index.html']) {
    let text = readFileSync(join(next, file), 'utf8');
    for (const { old, now } of renamed) text = text.replaceAll(old, now);
    if (file === 'index.html') text = text.replace('<html', `<html data-release="${name}"`);
    writeFileSync(join(next, file), text);
  }
  for (const { old, now } of renamed)
    renameSync(join(next, 'assets', old), join(next, 'assets', now));
  return next;
}

function deployRelease(next: string): void {
  renameSync(web, join(folder, `left-${Date.now()}`));
  renameSync(next, web);
}

const { journey } = setUpJourneys({ settings: { WEB_DIR: web } });
const releaseOf = "document.documentElement.dataset.release ?? 'first'";

journey(
  'navigation in a page of the old release loads the new release at the requested address',
  async ({ open }) => {
    const window = await open('visitor');
    const { page } = window;
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.evaluate(releaseOf), 'first');
    deployRelease(makeRelease('second'));
    window.allowErrors(/status of 404|dynamically imported module|Unable to preload CSS|MIME type/);
    let loads = 0;
    page.on('load', () => loads++);
    await page.getByRole('link', { name: 'Domains', exact: true }).first().click();
    await page.waitForURL('**/domains');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(`(${releaseOf}) === 'second'`);
    assert.equal(loads, 1, 'it reloads once');
  },
);

journey(
  'a missing file without a new release shows an error and does not reload in a loop',
  async ({ open }) => {
    const window = await open('visitor');
    const { page } = window;
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    let loads = 0;
    page.on('load', () => loads++);
    window.allowErrors(/./);
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.getByRole('link', { name: 'Domains', exact: true }).first().click();
    await page.getByText('An unexpected error has occurred..').first().waitFor();
    assert.equal(loads, 0);
  },
);
