import { formsOf } from '../document/index.ts';
import { documentOf } from './document.ts';
import { renderHistoryHtml } from './html.ts';
import type { History } from './model.ts';

export const historyForms = formsOf<History>(documentOf, renderHistoryHtml);
