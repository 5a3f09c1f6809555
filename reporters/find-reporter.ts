import { nearest } from '../harness/settings/nearest.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import type { Forms, Render } from './index.ts';

export function findReporter<Model>(name: string, forms: Forms<Model>): Render<Model> {
  const render = forms.get(name);
  if (render !== undefined) return render;
  const names = [...forms.keys()];
  const [guess] = nearest(name, names);
  const advice = guess ? `did you mean ${guess}?` : `use one of ${names.join(', ')}.`;
  throw new UsageError(`There is not a reporter ${JSON.stringify(name)}: ${advice}`);
}
