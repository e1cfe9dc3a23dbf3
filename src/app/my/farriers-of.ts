import type { SettingsView } from '#app/my/settings-view.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { accessOf, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { termsFor } from '#features/records/terms/server/accepting.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** The practices whose texts and terms are a guest's own matter, and the clients there for whom they are. */
export async function farriersOf({ db }: App, session: GuestSession): Promise<SettingsView['farriers']> {
  const farriers = await Promise.all(
    (await practicesOfGuest(db, session)).map(({ id, slug, name }) =>
      db.withPractice(id, async (tx) => {
        const mine = (await accessOf(tx, session.personId)).filter((access) => guestMay(access, 'changeDetails'))
        const clients: { id: string; name: string; hides: boolean }[] = []
        for (const { clientId } of mine) {
          const client = await requireClient(tx, clientId)
          clients.push({ id: clientId, name: client.name, hides: client.hides_from_yard })
        }
        const hasTerms = clients[0] !== undefined && (await termsFor(tx, clients[0].id)) !== undefined
        return { slug, name, clients, hasTerms }
      }),
    ),
  )
  return farriers.filter(({ clients }) => clients.length > 0)
}
