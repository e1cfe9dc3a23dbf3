import { FEET, type FootName, type FootScheme, footWords } from '#features/core/practice/foot-names.ts'
import {
  changesSince,
  eachFoot,
  FOOT_WORK_LABELS,
  type Foot,
  type FootWork,
  isShod,
  NO_FEET,
  type Setup,
  shodAs,
} from '#features/visits/work/feet.ts'
import { capital } from '#lib/capital.ts'

/** The steepest wedge and the highest raise that a foot is given; what is beyond was typed wrong. */
export const MOST_WEDGE_TENTHS = 200
export const MOST_RAISE_TENTHS = 500

/** What a vet wants a foot to get; what is left out stays as the farrier does it. */
export type FootPlan = {
  work?: FootWork | undefined
  shoe?: string | undefined
  pad?: string | undefined
  /** Tenths of a degree. */
  wedgeTenths?: number | undefined
  /** Tenths of a millimetre. */
  raiseTenths?: number | undefined
  words?: string | undefined
}
export type ShoeingPlan = Partial<Record<FootName, FootPlan | undefined>>
/** What was measured of a foot on a film. */
export type FootFigures = { palmarAngleTenths?: number | undefined; soleDepthTenths?: number | undefined }
export type Figures = Partial<Record<FootName, FootFigures | undefined>>

/** What a foot is to get, in a few words: `egg bar, 3° wedge, pad`. */
const footPlanWords = ({ work, shoe, words, ...under }: FootPlan): string =>
  [work && FOOT_WORK_LABELS[work].toLowerCase(), shoe?.toLowerCase(), ...underWords(under), words].filter(Boolean).join(', ')

/** What goes between hoof and shoe. */
const underWords = ({ pad, wedgeTenths, raiseTenths }: Pick<FootPlan, 'pad' | 'wedgeTenths' | 'raiseTenths'>): string[] => [
  ...(wedgeTenths ? [`${tenths(wedgeTenths)}° wedge`] : []),
  ...(raiseTenths ? [`${tenths(raiseTenths)} mm raise`] : []),
  ...(pad ? [pad.toLowerCase()] : []),
]

/** Foot by foot: `near fore: 3° wedge, pad`; feet with the same plan come together. */
export function planLines(plan: ShoeingPlan, scheme: FootScheme): string[] {
  const planned = FEET.flatMap((foot) => {
    const words = footPlanWords(plan[foot] ?? {})
    return words ? [{ foot, words }] : []
  })
  return [...Map.groupBy(planned, ({ words }) => words)].map(
    ([words, feet]) => `${feet.map(({ foot }) => footWords(foot, scheme)).join(', ')}: ${words}`,
  )
}

/** Foot by foot: `near fore: palmar angle 3.5°, sole depth 11 mm`. */
export const figureLines = (figures: Figures, scheme: FootScheme): string[] =>
  FEET.flatMap((foot) => {
    const { palmarAngleTenths, soleDepthTenths } = figures[foot] ?? {}
    const words = [
      palmarAngleTenths !== undefined && `palmar angle ${tenths(palmarAngleTenths)}°`,
      soleDepthTenths !== undefined && `sole depth ${tenths(soleDepthTenths)} mm`,
    ].filter(Boolean)
    return words.length > 0 ? [`${footWords(foot, scheme)}: ${words.join(', ')}`] : []
  })

const tenths = (value: number): string => String(value / 10)

/** The feet as the plan wants them. What it doesn't name stays; a foot that it gives a shoe, or something under one, is shod. */
export const withPlan = (setup: Setup | null, plan: ShoeingPlan): Setup =>
  eachFoot((name) => planned((setup ?? NO_FEET)[name], plan[name] ?? {}))

function planned(foot: Foot, { work, shoe, words, ...under }: FootPlan): Foot {
  const pad = underWords(under)
  const isFitted = shoe !== undefined || pad.length > 0
  const now = work ?? (isFitted && !isShod(foot) ? 'new' : foot.work)
  // A foot planned bare loses what it wore.
  if (!isShod({ work: now })) return withNote(shodAs(foot, { work: now }), words)
  return withNote({ ...foot, work: now, ...(shoe && { shoe }), ...(pad.length > 0 && { pad: capital(pad.join(', ')) }) }, words)
}

/** The longest note that a foot may have. */
const LONGEST_FOOT_NOTE = 1000

const withNote = (foot: Foot, words: string | undefined): Foot =>
  words && !foot.note?.includes(words) ? { ...foot, note: [foot.note, words].filter(Boolean).join('\n').slice(0, LONGEST_FOOT_NOTE) } : foot

/** Whether the feet are as the plan wants them. */
export function isAsPlanned(setup: Setup | null, plan: ShoeingPlan): boolean {
  if (!setup) return false
  const then = withPlan(setup, plan)
  return changesSince(setup, then).length === 0 && FEET.every((foot) => setup[foot].note === then[foot].note)
}
