import { type Foot, isShod } from '#features/visits/work/feet.ts'

const WORDS = ['shoe', 'size', 'make', 'pad', 'studs', 'nails', 'clips', 'note'] as const
/** Measures of a foot: their labels, and their plausible ranges. */
export const MEASURES = [
  { field: 'angleDegrees', label: 'Angle, °', least: 20, most: 90 },
  { field: 'toeMm', label: 'Toe, mm', least: 10, most: 300 },
  { field: 'heelMm', label: 'Heel, mm', least: 10, most: 300 },
] as const
type Measure = (typeof MEASURES)[number]['field']

/** A foot while it is being written down: everything as it was typed. */
export type FootForm = Pick<Foot, 'work'> & Record<(typeof WORDS)[number] | Measure, string> & { findings: string[] }

export const formOf = (foot: Foot): FootForm => ({
  work: foot.work,
  ...(Object.fromEntries(WORDS.map((field) => [field, foot[field] ?? ''])) as Record<(typeof WORDS)[number], string>),
  ...(Object.fromEntries(MEASURES.map(({ field }) => [field, foot[field]?.toString() ?? ''])) as Record<Measure, string>),
  findings: foot.findings ?? [],
})

/** What is wrong with a measure, in words; undefined: nothing. */
export function faultIn(form: FootForm): string | undefined {
  const wrong = MEASURES.find(({ field, least, most }) => {
    const value = numberOf(form[field])
    return value !== undefined && !(value >= least && value <= most)
  })
  return wrong && `${wrong.label.split(',')[0]} is between ${wrong.least} and ${wrong.most}.`
}

/** The foot as it is kept: nothing that was left empty, and no shoe on one that leaves without. */
export function footFrom(form: FootForm): Foot {
  const words = WORDS.flatMap((field) => {
    const said = form[field].trim()
    return said && (field === 'note' || isShod(form)) ? [[field, said]] : []
  })
  const measures = MEASURES.flatMap(({ field }) => {
    const value = numberOf(form[field])
    return value === undefined ? [] : [[field, value]]
  })
  return {
    work: form.work,
    ...Object.fromEntries([...words, ...measures]),
    ...(form.findings.length > 0 && { findings: form.findings }),
  }
}

/** Undefined when nothing was typed; not a number when it is none. A comma will do for the point. */
const numberOf = (typed: string): number | undefined => (typed.trim() === '' ? undefined : Number(typed.trim().replace(',', '.')))
