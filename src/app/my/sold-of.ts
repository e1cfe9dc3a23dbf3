import type { SoldView } from '#app/my/sold-view.ts'
import { askInWords, guestMay } from '#features/records/guests/rules.ts'
import { type GuestTime, guestHorse, guestRole } from '#features/records/guests/server/guest-horse.ts'
import { type GuestPractice, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { listGone } from '#features/records/guests/server/tell-gone.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Guest } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { inTimeOf } from '#platform/server/practice-time.ts'

type Shown = Omit<SoldView, 'typed' | 'fault' | 'toProve'>

/** What an owner may report of a horse, what they have, and for which client. @throws horse_not_found when it is none that they may sell */
export async function soldOf(app: App, eyes: Guest, practice: GuestPractice, id: string): Promise<{ view: Shown; clientId: string }> {
  const today = inTimeOf(practice.id, () => dayOf(currentTime(), practice.zone))
  return app.db.withGuest(eyes, async (tx) => {
    const horse = await guestHorse(tx, id)
    const time = horse?.times[0]
    const role = time && (await guestRole(tx, time.clientId))
    if (!horse || !role || !guestMay(role, 'sell')) throw new AppError('horse_not_found')
    await noteOpening(tx, { clientId: time.clientId, what: 'horse', subjectId: id })
    const [last] = await listGone(tx, { horseId: id, clientId: time.clientId })
    const toldDay = last && dayOf(last.asked_at, practice.zone)
    const view: Shown = {
      page: 'sold',
      slug: practice.slug,
      practiceName: practice.name,
      horse: { id, name: horse.name },
      days: { today, since: time.fromOn },
      told: last && toldDay && !last.seen_at ? { onDay: toldDay, words: askInWords(last, horse.name) } : null,
      declinedDay: toldDay && last.outcome === 'declined' ? toldDay : null,
      over: overOf(time, isGone(horse, today) && horse.goneReason !== 'retired' ? horse.name : null, horse.name),
    }
    return { view, clientId: time.clientId }
  })
}

function overOf({ toOn }: GuestTime, gone: string | null, name: string): string | null {
  if (toOn) return `${name} was yours until ${dayAndYear(toOn)}. There is nothing more to tell.`
  return gone && `Your farrier has it on record that ${gone} is gone. There is nothing more to tell.`
}
