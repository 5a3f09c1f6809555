import type { Settings } from '../settings/settings.ts';

/** All pairs of input values need more than the default allows. */
const THOROUGH = { creates: 400, badCredentials: 900 };

/** What a run uses at most, whatever the service answers. */
export function budgetsOf(settings: Pick<Settings, 'maxCreates' | 'maxBadCredentials' | 'thorough' | 'readOnly'>) {
  const { thorough, readOnly } = settings;
  const most = (limit: number, ofThorough: number) => (thorough ? Math.max(limit, ofThorough) : limit);
  return {
    maxCreates: readOnly ? 0 : most(settings.maxCreates, THOROUGH.creates),
    maxBadCredentials: most(settings.maxBadCredentials, THOROUGH.badCredentials),
  };
}
