import { FEET, type FootName } from '#features/core/practice/foot-names.ts'
import type { Suggestion } from '#features/evidence/voice/suggesting.ts'
import { eachFoot, type Foot, isShod, NO_FEET, type Setup, setupOf, shodAs, WORN, withFeet } from '#features/visits/work/feet.ts'

/** Work being written down, as far as a voice note can suggest something of it. */
export type Suggestible = { serviceType: string; setup: Setup | null; findings: string; recommendations: string }

/** Whether the draft already has the suggestion, from any source. */
export function has(draft: Suggestible, suggestion: Suggestion): boolean {
  const { field, value } = suggestion
  const { setup } = draft
  if (field === 'serviceType') return draft.serviceType === value
  if (field === 'recommendation') return linesOf(draft.recommendations).includes(value)
  if (field === 'finding' && !suggestion.foot) return linesOf(draft.findings).includes(value)
  const feet = feetMeant(setup, suggestion)
  if (!setup || feet.length === 0) return false
  return feet.every((foot) =>
    field === 'finding' ? findingsIn(setup[foot]).includes(value) : isShod(setup[foot]) && setup[foot][field] === value,
  )
}

/** Whether the suggestion can be used: the work does not begin with it, and a suggestion about a shoe has a foot to apply to. */
export const isOffered = (base: Suggestible, draft: Suggestible, suggestion: Suggestion): boolean =>
  !has(base, suggestion) && (!isOfShoe(suggestion) || feetMeant(draft.setup, suggestion).length > 0)

/** The draft with the suggestion. `base` is the draft at the start. Nothing else changes, except that shoes can change the kind of work. */
export function applied<D extends Suggestible>(draft: D, suggestion: Suggestion, base: Suggestible): D {
  const { field, value } = suggestion
  if (has(draft, suggestion)) return draft
  if (field === 'serviceType') return { ...draft, serviceType: value, setup: doneAs(draft.setup, setupOf(value), base.setup) }
  if (field === 'recommendation') return { ...draft, recommendations: withLine(draft.recommendations, value) }
  if (field === 'finding' && !suggestion.foot) return { ...draft, findings: withLine(draft.findings, value) }
  const setup = draft.setup ?? NO_FEET
  return withFeet(
    draft,
    changed(setup, feetMeant(setup, suggestion), (foot) => withOne(foot, field, value)),
  )
}

/** The draft without the suggestion: added values go, replaced ones return to the start. `others` may still be used, as a kind of work. */
export function takenBack<D extends Suggestible>(draft: D, suggestion: Suggestion, base: Suggestible, others: readonly Suggestion[]): D {
  const { field, value } = suggestion
  if (!has(draft, suggestion)) return draft
  if (field === 'recommendation') return { ...draft, recommendations: withoutLine(draft.recommendations, value) }
  if (field === 'finding' && !suggestion.foot) return { ...draft, findings: withoutLine(draft.findings, value) }
  const was = base.setup ?? NO_FEET
  const setup = draft.setup ?? NO_FEET
  if (field === 'serviceType') return { ...draft, serviceType: base.serviceType, setup: noneIfNew(doneAs(setup, was, was) ?? was, base) }
  const kind = others.find((one) => one.field === 'serviceType' && has(draft, one))
  const meant = doneAs(was, kind && setupOf(kind.value), was) ?? was
  const back = changed(setup, feetMeant(setup, suggestion), (foot, name) => withoutOne(foot, suggestion, was[name], meant[name]))
  return { ...withFeet(draft, back), setup: noneIfNew(back, base) }
}

const isOfShoe = ({ field }: Pick<Suggestion, 'field'>): boolean => field === 'size' || field === 'shoe' || field === 'pad'

/** Of a shoe without a foot all that are shod are meant. */
const feetMeant = (setup: Setup | null, { foot }: Pick<Suggestion, 'foot'>): readonly FootName[] =>
  foot ? [foot] : setup ? FEET.filter((one) => isShod(setup[one])) : []

const changed = (setup: Setup, feet: readonly FootName[], change: (foot: Foot, name: FootName) => Foot): Setup =>
  eachFoot((name) => (feet.includes(name) ? change(setup[name], name) : setup[name]))

type FootField = Exclude<Suggestion['field'], 'serviceType' | 'recommendation'>

/** A size, a shoe or a pad is of a foot that is shod. */
const withOne = (foot: Foot, field: FootField, value: string): Foot =>
  field === 'finding'
    ? { ...foot, findings: [...findingsIn(foot), value] }
    : { ...foot, ...(!isShod(foot) && { work: 'new' as const }), [field]: value }

/** `meant` is the work done to the foot in any case. */
function withoutOne(foot: Foot, { field, value }: Suggestion, was: Foot, meant: Foot): Foot {
  if (!isOfShoe({ field })) {
    const { findings = [], ...rest } = foot
    const left = findings.filter((one) => one !== value)
    return left.length > 0 ? { ...rest, findings: left } : rest
  }
  const worn = field as 'size' | 'shoe' | 'pad'
  const { [worn]: _, ...rest } = foot
  const back: Foot = isShod(was) && was[worn] !== undefined ? { ...rest, [worn]: was[worn] } : rest
  const isBareAgain = !isShod(meant) && WORN.every((one) => back[one] === undefined)
  return isBareAgain ? { ...back, work: meant.work } : back
}

/** The feet with this work: each keeps its shoe or gets the one it began with, and its findings stay. */
function doneAs(setup: Setup | null, works: Setup | undefined, base: Setup | null): Setup | null {
  if (!works) return setup
  const now = setup ?? NO_FEET
  return eachFoot((name) => {
    const { work } = works[name]
    if (!isShod({ work })) return shodAs(now[name], { work })
    return isShod(now[name]) ? { ...now[name], work } : shodAs(now[name], { ...base?.[name], work })
  })
}

/** Feet that were not recorded before and hold nothing are not recorded. */
const noneIfNew = (setup: Setup, base: Suggestible): Setup | null =>
  base.setup === null && FEET.every((foot) => Object.keys(setup[foot]).length === 1 && setup[foot].work === 'none') ? null : setup

const findingsIn = (foot: Foot): readonly string[] => foot.findings ?? []
const linesOf = (text: string) => text.split('\n').map((line) => line.trim())
const withLine = (text: string, line: string) => (text.trim() ? `${text.trimEnd()}\n${line}` : line)
const withoutLine = (text: string, line: string) =>
  text
    .split('\n')
    .filter((one) => one.trim() !== line)
    .join('\n')
