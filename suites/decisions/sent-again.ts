/* What the probes are called that send a request once more. */

/** A request of the same run that failed. */
export const REPEAT = 'repeat';

/** A request of an earlier run that failed. */
export const REPLAY = 'replay';
