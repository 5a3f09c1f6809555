export const exitCodes = {
  conforming: { code: 0, meaning: 'conforming: every selected MUST passed, is waived, known or unobservable' },
  violating: { code: 1, meaning: 'violating: a MUST failed (with --strict, also a SHOULD)' },
  usage: { code: 2, meaning: 'usage: a flag, a setting or a file is wrong, or a waiver no longer fits' },
  untested: { code: 3, meaning: 'not tested: unreachable, key rejected, or a rate limit that never clears' },
  incomplete: { code: 4, meaning: 'incomplete: no violation, but a MUST is inconclusive (see --require-all)' },
  fault: { code: 5, meaning: 'a bug in the suite itself; it says nothing about the target' },
  hungUp: { code: 129, meaning: 'ended by SIGHUP: what was decided until then is reported' },
  interrupted: { code: 130, meaning: 'interrupted: what was decided until then is reported' },
  terminated: { code: 143, meaning: 'ended by SIGTERM: what was decided until then is reported' },
} as const;
