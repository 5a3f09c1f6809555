import { jsonText } from '../harness/json/json-text.ts';

export function renderJson(model: unknown): string {
  return `${jsonText(model, 2)}\n`;
}
