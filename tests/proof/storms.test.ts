import { describe } from 'vitest';
import { disturbance } from '../../proof/disturbances.ts';
import { stormOf } from '../../proof/storms.ts';
import { prove } from './support.ts';

/* The proof runs every input with every answer, and every disturbance with many seeds. */

describe('an input that is never answered as it must be, and disturbs everybody, fails', () =>
  prove([
    stormOf('an array as body', '502', 300),
    stormOf('an emoji in a name', 'a reset', 50),
    stormOf('a limit that is text', '503', 1_000),
    stormOf('a fetch of a pet', '429 with Retry-After', 'one other'),
  ]));

describe('a time in which everybody is disturbed fails and hides nothing', () =>
  prove([
    disturbance('a reset', 3_000, 2),
    disturbance('a refused connection', 1_000, 3),
    disturbance('silence', 10_000, 4),
    disturbance('no progress', 25_000, 5),
    disturbance('401', 300, 6),
    disturbance('429', 1_000, 7),
    disturbance('502', 3_000, 8),
  ]));
