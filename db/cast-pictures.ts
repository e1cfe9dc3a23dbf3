import { castHorses } from '#db/cast.ts'
import type { FootName } from '#features/core/practice/foot-names.ts'
import { FOOT_VIEWS, type FootView } from '#features/evidence/files/views.ts'
import type { Day } from '#lib/dates.ts'

/** What a picture for the demo is of, by the name of its file: `merlin-nf-lateral-0-before.jpg`. */
export type PictureName = {
  horseId: string
  horse: string
  /** None of a gait or a voice note. */
  foot: FootName | null
  view: FootView | null
  /** The visit it was taken at, counted back from the last one (0), or a day. */
  when: number | Day
  /** Before the work of that visit. */
  isBefore: boolean
}

const FORM = /^(.+?)-(?:(nf|of|nh|oh)-([a-z]+)|gait|voice)-(\d{4}-\d\d-\d\d|\d{1,2})(-before)?$/

/** Reads the name of a picture's file, with hyphens, blanks or underscores between its words; undefined: it names no horse of the demo, or no foot. */
export function readPictureName(fileName: string): PictureName | undefined {
  const [, horse = '', foot, view, when = '', before] = FORM.exec(wordsOf(fileName.replace(/\.[^.]*$/, ''))) ?? []
  const known = castHorses.find(({ name }) => wordsOf(name) === horse)
  const seen = FOOT_VIEWS.find((one) => one === view) ?? null
  if (!known || Boolean(foot) !== Boolean(seen)) return undefined
  const of = { horseId: known.id, horse: known.name, foot: (foot?.toUpperCase() as FootName | undefined) ?? null, view: seen }
  return { ...of, when: when.includes('-') ? (when as Day) : Number(when), isBefore: before !== undefined }
}

/** `D'Artagnan` as `d-artagnan`. */
const wordsOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
