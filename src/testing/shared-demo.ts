import type { Config } from '#platform/server/config.ts'

/** All open the demo practice itself: for tests and pictures that name its records (`cast.clients.sarahPenrose.id`) and set the clock themselves. */
export const SHARED_DEMO: Config['demo'] = { opens: 'original', ready: 0, most: 1 }
