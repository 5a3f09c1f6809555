import { jsonText } from '../../harness/json/json-text.ts';
import type { Forms, Render } from '../index.ts';
import { renderDocumentHtml } from './html.ts';
import { renderDocumentMarkdown } from './markdown.ts';
import type { Document } from './model.ts';
import { renderDocumentTerminal } from './terminal.ts';

/** Every form of what can be shown as a document. A page of its own may take the place of the plain one. */
export function formsOf<Model>(documentOf: (model: Model) => Document, page?: (model: Model) => string): Forms<Model> {
  const shown = (model: Model): Document => {
    const document = documentOf(model);
    return { ...document, tables: document.tables.filter(({ rows }) => rows.length > 0) };
  };
  return new Map<string, Render<Model>>([
    ['terminal', (model, options) => renderDocumentTerminal(shown(model), options)],
    ['markdown', (model) => renderDocumentMarkdown(shown(model))],
    ['json', (model) => `${jsonText(model, 2)}\n`],
    ['html', page ?? ((model) => renderDocumentHtml(shown(model)))],
  ]);
}
