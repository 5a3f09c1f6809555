export const exitCodes = {
  conforming: {
    code: 0,
    meaning: 'conforming: every selected MUST passed, or is waived, known from the baseline or unobservable',
  },
  violating: { code: 1, meaning: 'violating: a MUST failed (with --strict, also a SHOULD)' },
  usage: { code: 2, meaning: 'usage: a flag, a setting or a file is wrong, or a waiver no longer fits' },
  untested: {
    code: 3,
    meaning: 'not tested: the target is unreachable, rejects the key, or its rate limit never clears',
  },
  incomplete: {
    code: 4,
    meaning: 'incomplete: nothing failed, but a MUST is inconclusive (with --require-all, also unobservable)',
  },
  fault: { code: 5, meaning: 'a bug in the suite itself; it says nothing about the target' },
  interrupted: { code: 130, meaning: 'interrupted: what was decided until then is reported' },
  terminated: { code: 143, meaning: 'terminated by SIGTERM: what was decided until then is reported' },
} as const;
