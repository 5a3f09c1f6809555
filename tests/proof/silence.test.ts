import { describe } from 'vitest';
import { silences } from '../../proof/silence.ts';
import { prove, sampleOf } from './support.ts';

/** The proof has more. */
const SAMPLE = [
  'any refusal',
  'a creation',
  'one request in nine',
  'anything after the first 50 requests',
  'anything for 12 s after a bad credential',
];

describe('a service that does not answer something costs little more than a minute', () =>
  prove(sampleOf(silences, SAMPLE)));
