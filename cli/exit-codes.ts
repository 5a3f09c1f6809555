/** What the command tells the shell. Verdicts 0, 1, 3 and 4 come with the report. */
export const exitCodes = {
  conforming: {
    code: 0,
    meaning: 'conforms: every MUST that was asked for holds, or is waived, known from the baseline or unobservable',
  },
  violating: { code: 1, meaning: 'violates: a MUST failed, or with --strict a SHOULD' },
  usage: { code: 2, meaning: 'usage: a flag, a setting or a file is wrong, or a waiver no longer fits' },
  untested: { code: 3, meaning: 'not tested: the target is unreachable, rejects the key or limits the rate for good' },
  incomplete: {
    code: 4,
    meaning: 'incomplete: no violation, but a MUST could not be decided, or with --require-all seen',
  },
  fault: { code: 5, meaning: 'a fault of the suite itself, which says nothing about the target' },
  interrupted: { code: 130, meaning: 'interrupted: what was decided until then is reported' },
  terminated: { code: 143, meaning: 'terminated by SIGTERM: what was decided until then is reported' },
} as const;
