/** What a run creates at most on a conforming target: all pets stay there. */
export const CREATIONS = { usual: 140, stocked: 30, thorough: 400, least: 112 } as const;
/** How many requests it sends at most, besides those that had to wait and are repeated. */
export const REQUESTS = { usual: 840, thorough: 4_000 } as const;
