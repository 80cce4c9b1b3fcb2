/** A template's context in which nothing is known; tests override what they need. */

import type { TemplateContext } from '../templates/template.ts';

export const emptyContext: TemplateContext = {
  loan: null,
  operatorIds: [],
  note: null,
  senderName: '',
  client: null,
};
