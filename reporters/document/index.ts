import { renderDocumentHtml } from '../html/document.ts';
import { renderJson } from '../json.ts';
import type { Forms, Render } from '../options.ts';
import { renderDocumentMarkdown } from './markdown.ts';
import type { Document } from './model.ts';
import { renderDocumentTerminal } from './terminal.ts';

export function formsOf<Model>(documentOf: (model: Model) => Document): Forms<Model> {
  const shown = (model: Model): Document => {
    const document = documentOf(model);
    return { ...document, tables: document.tables.filter(({ rows }) => rows.length > 0) };
  };
  return new Map<string, Render<Model>>([
    ['terminal', (model, options) => renderDocumentTerminal(shown(model), options)],
    ['markdown', (model) => renderDocumentMarkdown(shown(model))],
    ['json', renderJson],
    ['html', (model) => renderDocumentHtml(shown(model))],
  ]);
}
