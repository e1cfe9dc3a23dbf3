import type { CareNotesView, NoteShown } from '#app/my/care-notes-view.ts'
import { marksForPlan } from '#app/my/marks-for-plan.ts'
import type { FootName, FootScheme } from '#features/core/practice/foot-names.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import { type CareRole, guestMay } from '#features/records/guests/rules.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { labelOf } from '#features/records/kinds/rules.ts'
import { kindsOf } from '#features/records/kinds/server/service.ts'
import { figureLines, planLines } from '#features/visits/care/plan.ts'
import { keptUntil, type Thread, threadsOf } from '#features/visits/care/rules.ts'
import { type GuestNote, guestNotes } from '#features/visits/care/server/guest-notes.ts'
import { feetInWords } from '#features/visits/work/feet.ts'
import { type GuestWork, guestWork } from '#features/visits/work/server/guest-work.ts'
import { capital } from '#lib/capital.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type GuestTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

type Carer = { role: CareRole; name: string }
type Parts = {
  personId: string
  zone: string
  today: Day
  scheme: FootScheme
  kinds: Parameters<typeof labelOf>[0]
  work: readonly GuestWork[]
  films: Films
}
type Films = readonly { id: string; name: string; foot: FootName | null }[]
/** The part of the page that follows from the record. */
type Read = Pick<CareNotesView, 'horse' | 'role' | 'mayKeep' | 'scheme' | 'notes' | 'films' | 'marks' | 'today'>

/** What was written about a horse, as its carer reads it; that they opened it is noted. @throws horse_not_found */
export async function careNotesOf(app: App, who: { personId: string }, practice: GuestPractice, horseId: string): Promise<Read> {
  const { films, ...read } = await readNotes(app, who, practice, horseId)
  const marks = read.role === 'vet' ? await marksForPlan(app, who, practice, films) : []
  return { ...read, films: films.map(({ id, name }) => ({ id, name })), marks }
}

const readNotes = (app: App, { personId }: { personId: string }, practice: GuestPractice, horseId: string) =>
  app.db.withGuest({ practiceId: practice.id, carerId: personId }, async (tx) => {
    const [carer] = await readIn(tx)<Carer>(CARER, [horseId])
    if (!carer) throw new AppError('horse_not_found')
    await readIn(tx)(NOTE, [uuidv7(), horseId])
    const [notes, work, kinds, films, settings] = await Promise.all([
      guestNotes(tx, horseId),
      guestWork(tx, horseId),
      kindsOf(tx),
      filmsOf(tx, horseId),
      tx.selectFrom('settings').select('feet').executeTakeFirst(),
    ])
    const scheme = settings?.feet ?? settingsFrom(undefined).feet
    const today = dayOf(currentTime(), practice.zone)
    const parts = { personId, zone: practice.zone, today, scheme, kinds, work, films }
    return {
      horse: { id: horseId, name: carer.name },
      role: carer.role,
      mayKeep: guestMay({ role: carer.role, seesMoney: false }, 'keepBack'),
      scheme,
      notes: threadsOf(notes).map((thread) => shown(thread, parts)),
      films,
      today,
    }
  })

const CARER: Prepared = {
  name: 'care_notes_carer',
  text: `select c.role, h.name from guest_cared() c join horses h on h.id = c.horse_id where c.horse_id = $1 order by c.role desc limit 1`,
}
const NOTE: Prepared = { name: 'care_notes_opened', text: `select note_carer_opening($1, $2, 'horse', $2)` }

const filmsOf = async (tx: GuestTx, horseId: string): Promise<Films> =>
  tx
    .selectFrom('attachments')
    .select(['id', 'file_name as name', 'foot'])
    .where('horse_id', '=', horseId)
    .where('file_type', '=', 'radiograph')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_FILMS)
    .execute()

const MOST_FILMS = 50

function shown({ note, answers }: Thread<GuestNote>, { personId, zone, today, scheme, films, ...parts }: Parts): NoteShown {
  const day = (at: string) => dayOf(at, zone)
  return {
    id: note.id,
    isPlan: note.kind === 'plan',
    author: note.authorName,
    day: day(note.saidAt),
    lines: [...planLines(note.plan ?? {}, scheme), ...figureLines(note.figures ?? {}, scheme)].map(capital),
    body: note.body,
    film: films.find(({ id }) => id === note.filmId)?.name ?? null,
    reviewDay: note.reviewOn,
    standing: note.withdrawnAt ? 'Withdrawn' : note.takenAt ? (note.kind === 'plan' ? 'Accepted' : 'Seen') : null,
    answers: answers
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .map(({ id, authorName, saidAt, body }) => ({ id, author: authorName, day: day(saidAt), body })),
    done: note.kind === 'plan' && note.takenAt ? doneSince(day(note.takenAt), parts, scheme) : null,
    keptUntil: note.withdrawnAt === null ? keptUntil(note, today) : null,
    mayWithdraw: note.personId === personId && note.withdrawnAt === null,
  }
}

/** The first work on or after the day a plan was accepted. */
function doneSince(day: string, { work, kinds }: Pick<Parts, 'work' | 'kinds'>, scheme: FootScheme): NoteShown['done'] {
  const done = work.findLast(({ workDate }) => workDate >= day)
  if (!done) return null
  const words = [labelOf(kinds, done.serviceType), done.setup && feetInWords(done.setup, scheme)].filter(Boolean).join('. ')
  return { day: done.workDate, words }
}
