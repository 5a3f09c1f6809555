/* What the probes are called that send a request once more. */

/** A request of the same run that failed. */
export const REPEAT = 'repeat';
