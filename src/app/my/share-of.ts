import { aboutOf, madeOf, recordIn } from '#app/my/horse-of.ts'
import type { ShareShown } from '#app/my/share-view.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { type GuestTime, guestHorse, guestRole } from '#features/records/guests/server/guest-horse.ts'
import { type GuestPractice, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { listShares } from '#features/records/guests/server/share-queries.ts'
import { toShare } from '#features/records/guests/server/sharing-horses.ts'
import { shownTo } from '#features/records/guests/server/shown-to.ts'
import type { HorseShare } from '#features/records/guests/share-contract.ts'
import { isEndable, opensWords, recipientWords, shownWords, standingWords } from '#features/records/guests/share-rules.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { currentMs } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { can } from '#lib/plan.ts'
import type { Guest } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

export type Shareable = Awaited<ReturnType<typeof shareableOf>>

/** A horse with all of its record that a link may show, as the client themselves reads it. @throws horse_not_found for anyone else */
export async function shareableOf(app: App, eyes: Guest, practice: GuestPractice, id: string) {
  const read = await app.db.withGuest(eyes, async (tx) => {
    const horse = await guestHorse(tx, id)
    const [time] = horse?.times ?? []
    const role = time && (await guestRole(tx, time.clientId))
    if (!horse || !time || !role || !guestMay(role, 'share')) throw new AppError('horse_not_found')
    await noteOpening(tx, { clientId: time.clientId, what: 'horse', subjectId: id })
    const now = currentMs()
    const found = ofOwnTime(await recordIn(tx, id), time)
    return { horse, time, now, today: dayOf(now, practice.zone), ...(await shownTo(tx)), found }
  })
  const { horse, time, now, today, shows, may, found } = read
  const photos = found.files.filter(({ fileType, isVets }) => shows.photos && fileType === 'image' && !isVets)
  const shares = await app.db.withPractice(practice.id, (tx) => listShares(tx, { horseId: id, clientIds: [time.clientId] }))
  return {
    horse: { id, name: horse.name, about: aboutOf(horse) },
    clientId: time.clientId,
    now,
    today,
    shows,
    found,
    photos,
    made: await madeOf(app, practice, photos),
    shares: shares.map((row) => shownShare(toShare(row, practice.tier), practice)),
    whyNot: whyNot(practice, { horse, time, today, mayShare: may.share }),
  }
}

/** What came along with the horse is for its new owner to read, and for no one else. */
const ofOwnTime = <F extends Awaited<ReturnType<typeof recordIn>>>(found: F, { fromOn }: GuestTime): F => ({
  ...found,
  work: found.work.filter(({ workDate }) => fromOn === null || workDate >= fromOn),
  files: found.files.filter(({ takenOn }) => fromOn === null || takenOn >= fromOn),
})

type ShareContext = { horse: NonNullable<Awaited<ReturnType<typeof guestHorse>>>; time: GuestTime; today: Day; mayShare: boolean }

/** Why the horse can't be shown by a link; null: it can. A dead one can be: an insurer needs the record because of it. */
function whyNot(practice: GuestPractice, { horse, time, today, mayShare }: ShareContext): string | null {
  const isElsewhere = isGone(horse, today) && (horse.goneReason === 'sold' || horse.goneReason === 'moved')
  if (time.toOn || isElsewhere) return `${horse.name} isn’t yours any more, so you can’t show it by a link.`
  if (practice.isLapsed) return new AppError('practice_takes_nothing').message
  if (!can(practice.tier, 'client-portal'))
    return `${practice.name} is on a plan without the horse’s record, so a link would have nothing to show.`
  return mayShare ? null : new AppError('links_are_off').message
}

/** A link as its maker reads it. */
export const shownShare = (share: HorseShare, { slug, zone }: Pick<GuestPractice, 'slug' | 'zone'>): ShareShown => ({
  id: share.id,
  slug,
  horse: share.horseName,
  recipient: recipientWords(share),
  shows: shownWords(share),
  standing: standingWords(share, zone, 'owner'),
  opened: opensWords(share, zone),
  isOpen: share.closed === null,
  mayEnd: isEndable(share),
})
