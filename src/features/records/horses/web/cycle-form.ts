import type { CycleRule, HorseRow } from '#features/records/horses/contract.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { daysOf, weeksOf } from '#features/records/horses/web/horse-form.ts'

/** A cycle as its form holds it, in weeks as typed. */
export type CycleValues = { weeks: string; winterWeeks: string; rules: { serviceType: string; weeks: string; winterWeeks: string }[] }

export const cycleValues = ({ cycleDays, winterCycleDays, cycleRules }: KnownHorse): CycleValues => ({
  weeks: weeksOf(cycleDays),
  winterWeeks: weeksOf(winterCycleDays),
  rules: cycleRules.map(({ serviceType, days, winterDays }) => ({ serviceType, weeks: weeksOf(days), winterWeeks: weeksOf(winterDays) })),
})

/** The same as it is kept; a rule without a kind of work or its weeks is none. */
export const cycleOf = ({ weeks, winterWeeks, rules }: CycleValues): Pick<HorseRow, 'cycleDays' | 'winterCycleDays' | 'cycleRules'> => ({
  cycleDays: daysOf(weeks),
  winterCycleDays: daysOf(weeks) === null ? null : daysOf(winterWeeks),
  cycleRules: rules.flatMap((rule): CycleRule[] => {
    const days = daysOf(rule.weeks)
    return rule.serviceType && days ? [{ days, winterDays: daysOf(rule.winterWeeks), serviceType: rule.serviceType }] : []
  }),
})
