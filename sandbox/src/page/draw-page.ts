// placeholder
export function drawPage(_w: unknown, _u: URL): string {
  return '';
}
