import type { ServiceType } from '#features/records/kinds/contract.ts'
import { type Kind, kindOptions, kindsFrom, labelOf, resetsCycle, STANDARD_KINDS } from '#features/records/kinds/rules.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** The kinds of work with the lookups that screens use. */
export type Kinds = ReturnType<typeof useKinds>

/** The practice's own kinds of work; the standard ones for the moment until they are read. */
export const useKinds = () => kindsOf(useRows<ServiceType>('service_types') ?? NONE)

/** Whether work of a kind restarts the cycle, for a command that reads the kinds itself. */
export const resetsBy = (rows: readonly Kind[], serviceType: string): boolean => resetsCycle(kindsFrom(rows), serviceType)

const NONE: readonly ServiceType[] = []

const kindsOf = memoLast((rows: readonly ServiceType[]) => {
  const kinds = rows.length === 0 ? STANDARD_KINDS : kindsFrom(rows)
  return {
    all: kinds,
    /** What a choice of work offers; `chosen` with it, where it is none of them. */
    options: (chosen?: string | null) => kindOptions(kinds, chosen),
    /** What people read for work as a record names it. */
    labelOf: (serviceType: string) => labelOf(kinds, serviceType),
    resetsCycle: (serviceType: string) => resetsCycle(kinds, serviceType),
  }
})
