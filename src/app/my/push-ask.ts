import { readFor } from '#app/my/acting.ts'
import { pushKeyFor } from '#app/my/push-key.ts'
import type { PushAsk } from '#app/my/visits-view.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { devicesOf } from '#features/records/guests/server/devices.ts'
import { lookedAs } from '#features/records/guests/server/looking-as.ts'
import { eyesOf, type GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { isTheirVisit } from '#features/visits/answers/server/answering.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/**
 * The question to an owner who has just confirmed a visit: may this phone notify them when it changes? Null: it does already, it can't,
 * they want nothing sent, or it is not theirs to choose.
 */
export async function pushAskOf(app: App, session: GuestSession, practice: GuestPractice, visitId: string): Promise<PushAsk | null> {
  const pushKey = pushKeyFor(app, session)
  if (!pushKey || practice.isLapsed || lookedAs()) return null
  if ((await devicesOf(app.db, session)).some(({ isCurrent, isTold }) => isCurrent && isTold)) return null
  const clientId = await readFor(app, eyesOf(session, practice), async ({ tx, access }) => {
    const { clientId } = access
    if (!guestMay(access, 'changeDetails') || !(await isTheirVisit(tx, { visitId, clientId }))) return undefined
    const { preferred_channel, stopped_at } = await requireClient(tx, clientId)
    return preferred_channel === 'none' || stopped_at ? undefined : clientId
  })
  return clientId ? { pushKey, path: `/my/at/${practice.slug}/texts/phone?for=${clientId}` } : null
}
