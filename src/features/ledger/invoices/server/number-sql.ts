import { sql } from 'kysely'

/** The number of an invoice `i` as people read it (`numberOf`). */
export const NUMBER_SQL = sql<string>`i.series || '-' || lpad(i.number::text, greatest(4, length(i.number::text)), '0')`
