import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { seesMoney } from '#features/core/practice/rules.ts'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { useFeature } from '#features/core/practice/web/use-feature.ts'
import type { ReportQuery, ReportRange, ReportType } from '#features/office/reports/contract.ts'
import { RANGES, REPORTS, rangeProblem } from '#features/office/reports/rules.ts'

/** The fault of a custom range, for its field. */
const PROBLEMS = {
  report_range_missing: { from: 'Choose the first and the last day.' },
  report_range_wrong: { to: 'The last day is before the first.' },
  report_range_long: { to: 'Twenty years at most.' },
} as const

const OPENS_ON: ReportType = 'revenue-summary'

/** The params to change; undefined removes one. */
export type Changes = { [K in keyof ReportQuery]?: ReportQuery[K] | undefined }

/** The report in the address, so that a link opens it and Back leaves it; and a function to change it. */
export function useReport() {
  const [params, setParams] = useSearchParams()
  const types = useTypes()
  // What a practice reads first; without it on the plan, or for a member who sees no money, the first there is.
  const first = useHasReport(OPENS_ON) ? types.find((type) => type === OPENS_ON) : undefined
  const query = useMemo(() => queryIn(params, types, first), [params, types, first])
  const problem = rangeProblem(query)
  const errors: { from?: string; to?: string } = problem ? PROBLEMS[problem] : {}
  const change = (changes: Changes) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        // Drops params that only the previous type of report has.
        if (changes.type) after.delete('only')
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace: true },
    )
  return { query, types, errors, isAsked: problem === undefined, change }
}

/** The reports this member may have, on any plan; those of a larger plan are marked. */
function useTypes(): ReportType[] {
  const role = useCurrentUser()?.role
  return useMemo(() => (Object.keys(REPORTS) as ReportType[]).filter((type) => seesMoney(role) || !REPORTS[type].isOfMoney), [role])
}

/** Whether the practice's plan has a report. */
export function useHasReport(type: ReportType): boolean {
  const { feature } = REPORTS[type]
  const [has, needsNone] = [useFeature(feature ?? 'advanced-reports'), feature === undefined]
  return needsNone || has
}

function queryIn(params: URLSearchParams, types: readonly ReportType[], first: ReportType = types[0] ?? 'horse-summary'): ReportQuery {
  const one = <T extends string>(name: string, all: readonly T[]): T | undefined => all.find((each) => each === params.get(name))
  const some = (name: 'from' | 'to' | 'clientId' | 'horseId') => (params.get(name) ? { [name]: params.get(name) as string } : {})
  const type = one('type', types) ?? first
  const range = one('range', Object.keys(RANGES) as ReportRange[]) ?? 'this-year'
  const only = one('only', ['due', 'owing'] as const)
  return {
    type,
    range,
    ...(range === 'custom' && { ...some('from'), ...some('to') }),
    ...some('clientId'),
    ...some('horseId'),
    ...(only && { only }),
  }
}
