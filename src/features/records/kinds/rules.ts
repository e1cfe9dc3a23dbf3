import type { ServiceType } from '#features/records/kinds/contract.ts'
import { uuidOf } from '#lib/ids.ts'

/** Spec §9 Standard rates, by name. Their prices belong to the price list. */
export const SERVICE_TYPES = [
  'Trim',
  'Front shoes new',
  'Hind shoes new',
  'Full set new',
  'Front refit',
  'Hind refit',
  'Full set refit',
  'Emergency call-out',
] as const

/** Short work between two services. */
export const SHORT_WORK = ['Lost shoe refit', 'Tidy up', 'Check'] as const

/** The fields of a kind that choices and labels need. */
export type Kind = Pick<ServiceType, 'serviceType' | 'label' | 'resetsCycle' | 'isOffered'>

/** Work that leaves the feet, or all but one of them, as they were: the cycle goes on. */
const LEAVES_CYCLE: readonly string[] = ['Emergency call-out', ...SHORT_WORK]

/** The default kinds of a practice. */
export const STANDARD_KINDS: readonly Kind[] = [...SERVICE_TYPES, ...SHORT_WORK].map((serviceType) => ({
  serviceType,
  label: serviceType,
  resetsCycle: !LEAVES_CYCLE.includes(serviceType),
  isOffered: true,
}))

/** The kinds of a practice in the order of the standard ones, then by name. If the local copy has none yet, the standard ones. */
export const kindsFrom = <K extends Kind>(rows: readonly K[]): readonly (K | Kind)[] =>
  rows.length === 0 ? STANDARD_KINDS : rows.toSorted((a, b) => placeOf(a) - placeOf(b) || a.label.localeCompare(b.label, 'en-GB'))

const placeOf = ({ serviceType }: Kind) => {
  const place = STANDARD_KINDS.findIndex((kind) => kind.serviceType === serviceType)
  return place === -1 ? STANDARD_KINDS.length : place
}

/** The options for a choice of work. `chosen` comes first when it is none of them: a removed kind, or the farrier's own words. */
export function kindOptions(kinds: readonly Kind[], chosen?: string | null): { value: string; label: string }[] {
  const offered = kinds.filter((kind) => kind.isOffered).map(({ serviceType, label }) => ({ value: serviceType, label }))
  const isOther = chosen && !offered.some(({ value }) => value === chosen)
  return isOther ? [{ value: chosen, label: labelOf(kinds, chosen) }, ...offered] : offered
}

/** The label of the work named in a record; the farrier's own words are shown as written. */
export const labelOf = (kinds: readonly Kind[], serviceType: string): string => kindNamed(kinds, serviceType)?.label ?? serviceType

/** Whether a horse's next due date counts from this work: only where its kind resets the cycle. The farrier's own words are no kind: `unlisted`. */
export const resetsCycle = (kinds: readonly Kind[], serviceType: string, unlisted = false): boolean =>
  (kindNamed(kinds, serviceType) ?? kindNamed(STANDARD_KINDS, serviceType))?.resetsCycle ?? unlisted

/** Another kind with this label, offered or not: two kinds with one label could not be distinguished. */
export const kindCalled = <K extends Kind>(kinds: readonly K[], name: string, but?: string): K | undefined =>
  kinds.find((kind) => kind.serviceType !== but && [kind.label, kind.serviceType].some((one) => fold(one) === fold(name)))

/**
 * The one id of a kind of work in a practice, and of its line on the price list: two devices that add it concurrently create one. Half a
 * surrogate pair, which no keyboard types, counts as the replacement character, as the database stores it.
 */
export const kindId = (practiceId: string, serviceType: string): string => uuidOf(practiceId, 'price_items', serviceType)

const kindNamed = (kinds: readonly Kind[], serviceType: string) => kinds.find((kind) => kind.serviceType === serviceType)
const fold = (name: string) => name.trim().toLocaleLowerCase('en-GB')
