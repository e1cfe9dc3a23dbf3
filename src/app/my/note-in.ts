import type { MarkForPlan, TypedFoot, TypedNote } from '#app/my/care-notes-view.ts'
import { FEET, type FootName, type FootScheme, footWords } from '#features/core/practice/foot-names.ts'
import { LONGEST_NOTE } from '#features/visits/care/contract.ts'
import { type FootFigures, type FootPlan, MOST_RAISE_TENTHS, MOST_WEDGE_TENTHS } from '#features/visits/care/plan.ts'
import { Figures, ShoeingPlan } from '#features/visits/care/plan-shape.ts'
import type { Written } from '#features/visits/care/server/write-note.ts'
import { FOOT_WORK } from '#features/visits/work/feet.ts'
import { idOf } from '#lib/canonical.ts'
import { addMonths, type Day } from '#lib/dates.ts'
import { dayShape } from '#lib/day-shape.ts'
import { AppError } from '#lib/errors.ts'

/** As far ahead as a review is set. */
const MONTHS_AHEAD = 24

type NoteContext = { scheme: FootScheme; marks: readonly MarkForPlan[]; today: Day; isPlan: boolean }

/** What was typed as what is written. @throws care_note_unclear, in words that name the part */
export function noteIn(typed: TypedNote, { scheme, marks, today, isPlan }: NoteContext): Written {
  if (typed.body.length > LONGEST_NOTE) throw unclear('That’s longer than 10,000 letters. Shorten it, or send it as a file.')
  const feet = isPlan ? FEET.map((foot) => [foot, footIn(typed.feet[foot], footWords(foot, scheme), marks)] as const) : []
  const plan = ShoeingPlan.safeParse(filled(feet.map(([foot, { plan: own }]) => [foot, own])))
  const figures = Figures.safeParse(filled(feet.map(([foot, { figures: own }]) => [foot, own])))
  if (!plan.success || !figures.success) throw unclear('Part of the plan is too long. Shorten it, and say the rest below.')
  if (isPlan && Object.keys(plan.data).length === 0 && !typed.body.trim()) throw new AppError('care_note_empty')
  return {
    id: idOf(typed.formId, 'bad_request'),
    body: typed.body.trim(),
    plan: isPlan ? plan.data : null,
    figures: Object.keys(figures.data).length > 0 ? figures.data : null,
    filmId: isPlan ? filmIn(typed, marks) : null,
    reviewOn: reviewIn(typed.review, today),
    isKept: typed.keep !== '',
  }
}

/** The film that was chosen, else the one on which a figure was measured. */
function filmIn({ film, feet }: TypedNote, marks: readonly MarkForPlan[]): string | null {
  if (film) return idOf(film, 'attachment_not_found')
  const chosen = FEET.flatMap((foot) => [feet[foot].angleMark, feet[foot].soleMark])
  return marks.find(({ id }) => chosen.includes(id))?.filmId ?? null
}

/** The feet for which something was entered. */
const filled = <T extends object>(feet: readonly (readonly [FootName, T])[]) =>
  Object.fromEntries(feet.filter(([, own]) => Object.keys(own).length > 0))

function footIn(typed: TypedFoot, foot: string, marks: readonly MarkForPlan[]): { plan: FootPlan; figures: FootFigures } {
  const { work } = typed
  // What is typed counts before what was measured.
  const angle = typed.angle.trim() || measuredIn(marks, 'angle', typed.angleMark)
  const sole = typed.sole.trim() || measuredIn(marks, 'length', typed.soleMark)
  const words = (['shoe', 'pad', 'words'] as const).flatMap((field) => (typed[field].trim() ? [[field, typed[field].trim()] as const] : []))
  const wedgeTenths = tenthsIn(typed.wedge, { what: `The ${foot}’s wedge`, unit: '°', least: 1, most: MOST_WEDGE_TENTHS })
  const raiseTenths = tenthsIn(typed.raise, { what: `The ${foot}’s raise`, unit: ' mm', least: 1, most: MOST_RAISE_TENTHS })
  const palmarAngleTenths = tenthsIn(angle, { what: `The ${foot}’s palmar angle`, unit: '°', least: -300, most: 300 })
  const soleDepthTenths = tenthsIn(sole, { what: `The ${foot}’s sole depth`, unit: ' mm', least: 0, most: 500 })
  const chosen = FOOT_WORK.find((one) => one === work)
  return {
    plan: {
      ...(chosen && { work: chosen }),
      ...Object.fromEntries(words),
      ...(wedgeTenths !== undefined && { wedgeTenths }),
      ...(raiseTenths !== undefined && { raiseTenths }),
    },
    figures: {
      ...(palmarAngleTenths !== undefined && { palmarAngleTenths }),
      ...(soleDepthTenths !== undefined && { soleDepthTenths }),
    },
  }
}

/** What a measurement came to, as it would be typed; empty: none was chosen. */
function measuredIn(marks: readonly MarkForPlan[], kind: MarkForPlan['kind'], chosen: string): string {
  if (!chosen) return ''
  const mark = marks.find(({ id, kind: own }) => id === chosen && own === kind)
  if (!mark) throw unclear('A measurement that you chose has been taken away since. Choose another, or type the figure.')
  return String(mark.tenths / 10)
}

type Range = { what: string; unit: string; least: number; most: number }

/** `3`, `3.5` or `3,5` as tenths; undefined when nothing was typed. */
function tenthsIn(typed: string, { what, unit, least, most }: Range): number | undefined {
  const said = typed.trim().replace(',', '.')
  if (!said) return undefined
  const tenths = Math.round(Number(said) * 10)
  if (!(tenths >= least && tenths <= most)) throw unclear(`${what} is between ${least / 10}${unit} and ${most / 10}${unit}.`)
  return tenths
}

function reviewIn(typed: string, today: Day): Day | null {
  if (!typed) return null
  const isDay = dayShape.safeParse(typed).success
  if (!isDay || typed < today || typed > addMonths(today, MONTHS_AHEAD))
    throw unclear('A review is on a day to come, two years ahead at most.')
  return typed
}

const unclear = (words: string) => new AppError('care_note_unclear', {}, words)
