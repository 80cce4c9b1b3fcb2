/** A template's context in which nothing is known; tests override what they need. */

import type { TemplateContext } from '../templates/template.ts';

export const emptyContext: TemplateContext = {
  at: '2026-11-30T23:59:00.000Z',
  loan: null,
  operatorIds: [],
  note: null,
  senderName: '',
  client: null,
};
