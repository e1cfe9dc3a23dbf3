import { FEET, type FootName, type FootScheme, footWords } from '#features/core/practice/foot-names.ts'
import { isGone, pauseOn } from '#features/records/horses/rules.ts'
import type { NoteForOwner } from '#features/visits/care/note-for-owner.ts'
import { type FootGlyph, glyphOf, type Setup } from '#features/visits/work/feet.ts'
import { feetForOwner, type OwnersFoot } from '#features/visits/work/feet-for-owners.ts'
import { capital } from '#lib/capital.ts'
import { type Day, dayAndYear, shortDay, shortWeekday, type WallTime } from '#lib/dates.ts'

/** How long a link to a card is good (decision 023): until the next year's visit of the same month, and then it is the practice's again. */
export const CARD_MONTHS = 12
/** The page of a link, and the same as a PDF. */
export const cardPath = (token: string): string => `/visit/${token}`
export const cardPdfPath = (token: string): string => `${cardPath(token)}/card.pdf`

/** Everything an owner reads about one visit; nothing else leaves the practice by a card. */
export type Card = {
  practiceName: string
  /** The practice's number, where it has given one. */
  phone: string | null
  /** Where the farrier's picture is, where the practice has one. */
  picture: string | null
  frcNumber: string | null
  farrierName: string | null
  /** How they are greeted; a business by its name. */
  ownerName: string
  day: Day
  yardName: string | null
  horses: CardHorse[]
  /** The day the link dies; null: its reader is signed in. */
  untilDay: Day | null
}

export type CardHorse = {
  /** The id of its line on the visit; it is on no page. */
  id: string
  name: string
  work: CardWork[]
  /** Why it was not done; null: it was done. */
  notDone: { reason: string | null } | null
  seen: string[]
  advice: string[]
  /** The vet’s plan that stood on the day, where its owner may read it. */
  plan: NoteForOwner | null
  photos: CardPhoto[]
  /** Photos that are shown and whose pictures are still being made. */
  photosComing: number
  /** Null also where a visit is booked: two days would contradict each other. */
  nextDueOn: Day | null
  /** `Tue 12 Jan 2027 at 09:00`; null: nothing is booked. */
  booked: string | null
}
type CardWork = { id: string; serviceType: string; description: string | null; feet: CardFoot[] }
/** One foot: `Near fore`, `New shoe, 5¼ fullered`, and how it is drawn. */
export type CardFoot = OwnersFoot & { look: FootGlyph }
/** `words`: the subject of the photo, for people who cannot see it. */
export type CardPhoto = { id: string; words: string }

/** A work entry as far as its owner may read it; `serviceType` as the practice calls it. */
export type WorkRead = {
  id: string
  serviceType: string
  description: string | null
  findings: string | null
  recommendations: string | null
  setup: Setup | null
}
type DueRead = Pick<Parameters<typeof isGone>[0], 'goneOn'> &
  Parameters<typeof pauseOn>[0] & { nextDueOn: Day | null; isStillTheirs: boolean }
type Booked = { onDay: Day; localStart: WallTime; isCallOnly: boolean; callPeriod: 'AM' | 'PM' }

/** One horse of a card. `planned` is used when the work itself is no longer on record. */
export function cardHorse(
  horse: { id: string; name: string; outcome: 'done' | 'not_done'; reason: string | null; planned: string | null },
  work: readonly WorkRead[],
  scheme: FootScheme,
): Pick<CardHorse, 'id' | 'name' | 'work' | 'notDone' | 'seen' | 'advice'> {
  const { id } = horse
  return {
    id,
    name: horse.name,
    work:
      work.length > 0
        ? work.map((entry) => cardWork(entry, scheme))
        : horse.outcome === 'done' && horse.planned
          ? [{ id, serviceType: horse.planned, description: null, feet: [] }]
          : [],
    notDone: horse.outcome === 'not_done' ? { reason: horse.reason } : null,
    seen: work.flatMap(({ findings, setup }) => [...nonEmpty(findings), ...(setup ? seenOnFeet(setup, scheme) : [])]),
    advice: work.flatMap(({ recommendations }) => nonEmpty(recommendations)),
  }
}

/** When the horse is due next, as far as that is its former owner's business: not of one that has gone, changed hands or rests. */
export const dueOf = (horse: DueRead, today: Day): Day | null =>
  horse.isStillTheirs && !isGone(horse, today) && !pauseOn(horse, today) ? horse.nextDueOn : null

/** `Tue 12 Jan 2027 at 09:00`; a stop without a time has only its half of the day. */
export const bookedWords = ({ onDay, localStart, isCallOnly, callPeriod }: Booked): string =>
  `${cardDay(onDay)} ${isCallOnly ? (callPeriod === 'AM' ? 'in the morning' : 'in the afternoon') : `at ${localStart}`}`

/** A day with its year: a card is read long after. */
export const cardDay = (day: Day): string => `${shortWeekday(day)} ${dayAndYear(day)}`

/** `Biscuit, near fore, from the outside`: the subject of a photo. Other notes on it stay with the farrier. */
export const photoWords = (horse: string, { foot, view }: { foot: FootName | null; view: string | null }, scheme: FootScheme): string =>
  [horse, foot && footWords(foot, scheme), VIEWS[view ?? '']].filter(Boolean).join(', ')

const VIEWS: Readonly<Record<string, string>> = {
  dorsal: 'from the front',
  lateral: 'from the outside',
  medial: 'from the inside',
  solar: 'the sole',
  heels: 'the heels',
}

/** What the owner is sent with the link, in the farrier's own messages. */
export const cardText = (card: { horses: readonly string[]; day: Day; url: string; practiceName: string }): string =>
  `${card.horses.join(', ')} on ${shortDay(card.day)}: what was done, what I saw, and when I'm next with you.\n${card.url}\n${card.practiceName}`

/** `Visit card Biscuit, Merlin 24 Nov 2026`, for a file's name. */
export const cardTitle = ({ horses, day }: Pick<Card, 'horses' | 'day'>): string =>
  `Visit card ${horses.map(({ name }) => name).join(', ')} ${dayAndYear(day)}`

const cardWork = ({ id, serviceType, description, setup }: WorkRead, scheme: FootScheme): CardWork => ({
  id,
  serviceType,
  description,
  feet: setup ? cardFeet(setup, scheme) : [],
})

/** The four feet as their owner reads them; none where all were left as they were. */
export const cardFeet = (setup: Setup, scheme: FootScheme): CardFoot[] =>
  FEET.some((foot) => setup[foot].work !== 'none')
    ? feetForOwner(setup, scheme).map((foot) => ({ ...foot, look: glyphOf(foot.foot, setup[foot.foot]) }))
    : []

/** The findings that were picked, feet with the same together. A foot's note is the farrier's own, as are its measures. */
function seenOnFeet(setup: Setup, scheme: FootScheme): string[] {
  const found = FEET.filter((foot) => (setup[foot].findings ?? []).length > 0)
  const groups = Map.groupBy(found, (foot) => (setup[foot].findings ?? []).map((one) => one.toLowerCase()).join(', '))
  return [...groups].map(([findings, feet]) => `${capital(feet.map((foot) => footWords(foot, scheme)).join(', '))}: ${findings}`)
}

/** `Mia Bevan, 12 Jan 2027`: whose plan it is. */
export const planBy = ({ author, day }: Pick<NoteForOwner, 'author' | 'day'>): string => `${author}, ${cardDay(day)}`

const nonEmpty = (words: string | null): string[] => (words?.trim() ? [words.trim()] : [])
