import { horseRecord } from '#app/my/horse-record.ts'
import type { HorseView, Upload } from '#app/my/horse-view.ts'
import { wordsOf } from '#app/my/words-of.ts'
import type { Portal, PortalChoices } from '#features/core/practice/portal.ts'
import { type GuestFile, guestFiles } from '#features/evidence/files/server/guest-files.ts'
import { picturesForOwner } from '#features/evidence/files/server/pictures-for-owner.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { type GuestTime, guestHorse, guestRole } from '#features/records/guests/server/guest-horse.ts'
import { portalOpenToGuest } from '#features/records/guests/server/portal-open.ts'
import { type GuestPractice, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { shownTo } from '#features/records/guests/server/shown-to.ts'
import { dueForOwner } from '#features/records/horses/due-for-owner.ts'
import { isGone, pauseOn } from '#features/records/horses/rules.ts'
import { kindsOf } from '#features/records/kinds/server/service.ts'
import { noteForOwner } from '#features/visits/care/note-for-owner.ts'
import { guestNotes } from '#features/visits/care/server/guest-notes.ts'
import { guestWork } from '#features/visits/work/server/guest-work.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf, daysBetween } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { can } from '#lib/plan.ts'
import type { Guest, GuestTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

type Horse = NonNullable<Awaited<ReturnType<typeof guestHorse>>>

/** A horse as its owner reads it in a practice. @throws horse_not_found when it is none of theirs */
export async function horseOf(app: App, eyes: Guest, practice: GuestPractice, id: string): Promise<HorseView> {
  const { horse, today, role, parts, notes, said, isClosed } = await app.db.withGuest(eyes, async (tx) => {
    const found = await guestHorse(tx, id)
    if (!found) throw new AppError('horse_not_found')
    await noteOpening(tx, { clientId: latest(found).clientId, what: 'horse', subjectId: id })
    const isClosed = !(await portalOpenToGuest(tx, practice.tier, id))
    const [role, shown] = await Promise.all([guestRole(tx, latest(found).clientId), isClosed ? undefined : partsOf(tx, id)])
    const notes = isClosed ? [] : await guestNotes(tx, id)
    const said = latest(found).role === 'sharer' && 'personId' in eyes ? await wordsOf(tx, { horseId: id }, practice.zone) : null
    return { horse: found, today: dayOf(currentTime(), practice.zone), role, parts: shown, notes, said, isClosed }
  })
  const record =
    parts &&
    horseRecord({
      ...parts,
      name: horse.name,
      isShared: latest(horse).role === 'sharer',
      made: await madeOf(app, practice, parts.files),
      upload: uploadOf(horse, parts.may, practice, today),
      sinceDay: latest(horse).fromOn,
    })
  const { name, birthYear, breed, color } = horse
  const isShared = latest(horse).role === 'sharer'
  return {
    page: 'horse',
    slug: practice.slug,
    practiceName: practice.name,
    horse: {
      id,
      name,
      about: aboutOf({ birthYear, breed, color }),
      sinceDay: isShared ? null : latest(horse).fromOn,
      lastDay: lastDayOf(horse, today),
      maySell: role !== undefined && guestMay(role, 'sell') && lastDayOf(horse, today) === null,
    },
    role: latest(horse).role,
    words: said && { said, canSend: !practice.isLapsed, typed: '', fault: null },
    mayShare:
      can(practice.tier, 'client-portal') &&
      role !== undefined &&
      guestMay(role, 'share') &&
      !latest(horse).toOn &&
      parts?.may.share === true,
    due: latest(horse).toOn ? null : { ...dueForOwner(horse, today), cycle: cycleOf(horse, today) },
    isClosed,
    notes: parts ? notes.map((note) => noteForOwner(note, { scheme: parts.scheme, zone: practice.zone })) : [],
    record: record ?? null,
  }
}

const latest = ({ times }: Horse): GuestTime => times[0] as GuestTime

/** The record of a horse as the guest of a transaction may read it, before what the practice shows of it is chosen. */
export async function recordIn(tx: GuestTx, id: string) {
  const [work, files, kinds, settings] = await Promise.all([
    guestWork(tx, id),
    guestFiles(tx, id),
    kindsOf(tx),
    tx.selectFrom('settings').select(['feet', 'portal']).executeTakeFirst(),
  ])
  return { work, files, kinds, scheme: settings?.feet ?? ('near-off' as const), choices: (settings?.portal ?? {}) as PortalChoices }
}

async function partsOf(tx: GuestTx, id: string) {
  const { shows, may } = await shownTo(tx)
  const { work, files, kinds, scheme } = await recordIn(tx, id)
  return { shows, may, work, kinds, scheme, files: files.filter((file) => isFileShown(file, shows)) }
}

/** Whether the practice shows such a file; what they have sent they always see. */
export const isFileShown = ({ fileType, isOwn }: Pick<GuestFile, 'fileType' | 'isOwn'>, shows: Portal['shows']): boolean =>
  isOwn || (fileType === 'image' ? shows.photos : shows.files)

/** The photos of these files whose pictures are made; the others' pictures are requested. */
export async function madeOf(app: App, { id }: Pick<GuestPractice, 'id'>, files: readonly GuestFile[]): Promise<ReadonlySet<string>> {
  const photos = files.filter(({ fileType }) => fileType === 'image').map((file) => file.id)
  return new Set((await picturesForOwner({ db: app.db, files: app.setup.files }, id, photos, '600.jpg')).keys())
}

function uploadOf(horse: Horse, may: Portal['may'], { isLapsed }: GuestPractice, today: Day): Upload {
  const { clientId, toOn, role } = latest(horse)
  if (toOn || isGone(horse, today) || !may.upload) return { state: 'none' }
  return isLapsed ? { state: 'paused' } : { state: 'open', clientId, takes: role === 'sharer' ? 'pictures' : 'all' }
}

const lastDayOf = (horse: Horse, today: Day): Day | null => latest(horse).toOn ?? (isGone(horse, today) ? horse.goneOn : null)

/** `Bay Welsh cob, born 2014`. */
export const aboutOf = ({ birthYear, breed, color }: Pick<Horse, 'birthYear' | 'breed' | 'color'>): string =>
  [[color, breed].filter(Boolean).join(' '), birthYear && `born ${birthYear}`].filter(Boolean).join(', ')

function cycleOf(horse: Horse, today: Day) {
  const { lastServiceOn: lastDay, nextDueOn: dueDay } = horse
  if (!lastDay || !dueDay || isGone(horse, today) || pauseOn(horse, today)) return null
  return { lastDay, dueDay, days: daysBetween(lastDay, dueDay), passed: Math.max(0, daysBetween(lastDay, today)) }
}
