import type { HorseRecord, Moment, Pair, Photo, Upload } from '#app/my/horse-view.ts'
import { hasFeet, stoodAfter } from '#app/pages/horses/compare.ts'
import type { FootScheme } from '#features/core/practice/foot-names.ts'
import { FEET, footWords } from '#features/core/practice/foot-names.ts'
import type { Portal } from '#features/core/practice/portal.ts'
import { cardFeet, cardHorse, photoWords } from '#features/day/visit-card/card.ts'
import { sizeWords, TYPE_LABELS } from '#features/evidence/files/rules.ts'
import type { GuestFile } from '#features/evidence/files/server/guest-files.ts'
import { overTime, viewLabel, viewsOf } from '#features/evidence/files/views.ts'
import { labelOf } from '#features/records/kinds/rules.ts'
import type { GuestWork } from '#features/visits/work/server/guest-work.ts'
import { capital } from '#lib/capital.ts'
import { type Day, shortDay } from '#lib/dates.ts'

type Parts = {
  name: string
  /** It is only shared with them: its cards are not theirs, nor is what its owner sent. */
  isShared: boolean
  shows: Portal['shows']
  scheme: FootScheme
  kinds: Parameters<typeof labelOf>[0]
  work: readonly GuestWork[]
  /** Shown ones alone; `made`: the photos whose pictures are there. */
  files: readonly GuestFile[]
  made: ReadonlySet<string>
  upload: Upload
  /** The day it became theirs. */
  sinceDay: Day | null
}

/** What its owner reads of a horse: the feet, the work, the photos and the files, as far as the practice shows them. */
export function horseRecord(parts: Parts): HorseRecord {
  const { shows, scheme, work, files, made } = parts
  const images = files.filter(({ fileType }) => fileType === 'image')
  const there = images.filter(({ id }) => made.has(id))
  const last = shows.work ? work.find(hasFeet) : undefined
  const photos = there.map((file) => photoOf(file, parts))
  const whole = there.find(({ foot, view, isOwn }) => !foot && !view && !isOwn) ?? there.find(({ foot, view }) => !foot && !view)
  return {
    photo: photos.find(({ id }) => id === whole?.id) ?? null,
    feet: last ? cardFeet(stoodAfter(last, work), scheme) : [],
    feetDay: last?.workDate ?? null,
    isWorkShown: shows.work,
    hasCome: [...(shows.work ? work.map(({ workDate }) => workDate) : []), ...files.map(({ takenOn }) => takenOn)].some(
      (day) => parts.sinceDay !== null && day < parts.sinceDay,
    ),
    timeline: shows.work ? work.map((entry) => momentOf(entry, there, parts)) : [],
    pairs: pairsOf(there, parts),
    photos,
    photosComing: images.length - there.length,
    files: files
      .filter(({ fileType }) => fileType !== 'image')
      .map(({ id, fileName, fileType, takenOn, bytes, isOwn }) => ({
        id,
        name: fileName,
        detail: [TYPE_LABELS[fileType], shortDay(takenOn), sizeWords(bytes), isOwn && 'sent by you'].filter(Boolean).join(', '),
      })),
    upload: parts.upload,
  }
}

const photoOf = (file: GuestFile, { name, scheme, isShared }: Pick<Parts, 'name' | 'scheme' | 'isShared'>): Photo => ({
  id: file.id,
  words: photoWords(name, file, scheme),
  day: file.takenOn,
  isOwn: file.isOwn && !isShared,
})

function momentOf(entry: GuestWork, there: readonly GuestFile[], parts: Parts): Moment {
  const { name, shows, scheme, kinds } = parts
  const read = {
    ...entry,
    serviceType: labelOf(kinds, entry.serviceType),
    findings: shows.findings ? entry.findings : null,
    recommendations: shows.findings ? entry.recommendations : null,
  }
  const { work, seen, advice } = cardHorse({ id: entry.id, name, outcome: 'done', reason: null, planned: null }, [read], scheme)
  const own = there.filter(
    ({ workEntryId, appointmentId }) =>
      workEntryId === entry.id || (!workEntryId && appointmentId !== null && appointmentId === entry.visitId),
  )
  return {
    id: entry.id,
    day: entry.workDate,
    who: shows.who ? entry.memberName : null,
    visitId: parts.isShared ? null : entry.visitId,
    work,
    seen: shows.findings ? seen : [],
    advice,
    photos: own.map((file) => photoOf(file, parts)),
  }
}

/** For each foot and side the last photo, and the last one of an earlier day. */
function pairsOf(there: readonly GuestFile[], parts: Parts): Pair[] {
  return FEET.flatMap((foot) =>
    viewsOf(overTime(there, foot)).flatMap((view) => {
      const photos = overTime(there, foot, view)
      const after = photos.at(-1)
      const before = photos.findLast((photo) => photo.takenOn !== after?.takenOn)
      if (!after || !before) return []
      const title = `${capital(footWords(foot, parts.scheme))}, ${viewLabel(view).toLowerCase()}`
      return [{ title, before: photoOf(before, parts), after: photoOf(after, parts) }]
    }),
  )
}
