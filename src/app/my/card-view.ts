import type { Card } from '#features/day/visit-card/card.ts'

/** What was done on a visit, as its card shows it. */
export type CardView = { page: 'card'; slug: string; visitId: string; card: Card }
