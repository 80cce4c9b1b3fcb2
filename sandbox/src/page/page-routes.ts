// The sandbox's pages: its own at /, and the payer's page of each checkout. The code that draws them
// loads when somebody looks.
import type { HttpAnswer, Route } from '../control/router.ts';
import type { World } from '../world.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function pageRoutes(world: World): Route[] {
  const page = async (
    draw: (page: typeof import('./draw-page.ts')) => string,
  ): Promise<HttpAnswer> => ({
    status: 200,
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': POLICY },
    body: draw(await import('./draw-page.ts')),
  });
  return [
    { method: 'GET', path: '/', run: (call) => page(({ drawPage }) => drawPage(world, call.url)) },
  ];
}
