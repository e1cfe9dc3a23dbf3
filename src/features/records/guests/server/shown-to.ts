import { sql } from 'kysely'
import { type Portal, type PortalChoices, type PortalShows, portalOf, shownTo as shownToClient } from '#features/core/practice/portal.ts'
import type { GuestTx } from '#platform/server/database/db.ts'

/** What the practice shows to the guest of a transaction, and what they may do there. One with several clients sees what each may. */
export async function shownTo(tx: GuestTx): Promise<Pick<Portal, 'shows' | 'may'>> {
  const [settings, clients] = await Promise.all([
    tx.selectFrom('settings').select('portal').executeTakeFirst(),
    sql<{ shows: Partial<PortalShows> | null }>`select s as shows from guest_shows() s`.execute(tx),
  ])
  const choices = (settings?.portal ?? {}) as PortalChoices
  const each = clients.rows.map((client) => shownToClient(choices, client.shows))
  const { shows, may } = portalOf(choices)
  return { may, shows: each.reduce(both, each[0] ?? shows) }
}

const both = (one: PortalShows, other: PortalShows): PortalShows => ({
  work: one.work && other.work,
  findings: one.findings && other.findings,
  photos: one.photos && other.photos,
  files: one.files && other.files,
  who: one.who && other.who,
})
