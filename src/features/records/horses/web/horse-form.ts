import type { HorseChange } from '#features/records/horses/contract.ts'
import { birthYearOf, offeredFlags } from '#features/records/horses/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import type { Day } from '#lib/dates.ts'

const DAYS_A_WEEK = 7

/** A horse as its form holds it: figures as typed, references empty when none. */
export type HorseValues = {
  name: string
  clientId: string
  breed: string
  age: string
  color: string
  markings: string
  temperament: string
  specialNotes: string
  flags: string[]
  yardId: string
  cycleWeeks: string
  winterWeeks: string
  payerClientId: string
  vetName: string
  vetPhone: string
  ueln: string
  microchip: string
  passportSeenOn: string
}
export type HorsePresets = {
  name?: string | undefined
  clientId?: string | undefined
  yardId?: string | undefined
  payerClientId?: string | undefined
}

/** What the form starts from. */
export const valuesOf = (horse: KnownHorse | undefined, presets: HorsePresets = {}): HorseValues => ({
  name: horse?.name ?? presets.name ?? '',
  clientId: horse?.clientId ?? presets.clientId ?? '',
  breed: horse?.breed ?? '',
  age: horse?.age == null ? '' : String(horse.age),
  color: horse?.color ?? '',
  markings: horse?.markings ?? '',
  temperament: horse?.temperament ?? '',
  specialNotes: horse?.specialNotes ?? '',
  flags: offeredFlags(horse?.flags ?? []).filter((flag) => horse?.flags.includes(flag)),
  yardId: horse?.yardId ?? presets.yardId ?? '',
  cycleWeeks: weeksOf(horse?.cycleDays),
  winterWeeks: weeksOf(horse?.winterCycleDays),
  payerClientId: horse?.payerClientId ?? presets.payerClientId ?? '',
  vetName: horse?.vetName ?? '',
  vetPhone: horse?.vetPhone ?? '',
  ueln: horse?.ueln ?? '',
  microchip: horse?.microchip ?? '',
  passportSeenOn: horse?.passportSeenOn ?? '',
})

/** Days as weeks are typed, to a tenth. */
export const weeksOf = (days: number | null | undefined): string => (days ? String(Math.round((days / DAYS_A_WEEK) * 10) / 10) : '')

/** Weeks as typed, in days; null: none. */
export const daysOf = (weeks: string): number | null => (weeks.trim() ? Math.round(Number(weeks) * DAYS_A_WEEK) : null)

/** The same as it is sent: age as a birth year, weeks as days, what is empty as none (Spec §5: an age left out if empty). */
export function asSent(values: Partial<HorseValues>, today: Day): HorseChange {
  const { age, cycleWeeks, winterWeeks, flags, ...texts } = values
  const rest = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() || null]))
  return {
    ...(rest as HorseChange),
    ...(flags && { flags }),
    ...(age !== undefined && { birthYear: age.trim() ? birthYearOf(Number(age), today) : null }),
    ...(cycleWeeks !== undefined && { cycleDays: daysOf(cycleWeeks) }),
    ...(winterWeeks !== undefined && { winterCycleDays: daysOf(winterWeeks) }),
  }
}

/** Spec §5 Horse form; each true, or what is wrong in words. */
export const horseChecks = {
  name: (text: string) => text.trim() !== '' || 'Enter a name',
  clientId: (id: string) => id !== '' || 'Choose the owner',
  age: (text: string) => isBetween(text, 0, 60, true) || 'A whole number of years, 0 to 60',
  cycleWeeks: (text: string) => isBetween(text, 1, 52, false) || 'Between 1 and 52 weeks',
  winterWeeks: (text: string, { cycleWeeks }: Pick<HorseValues, 'cycleWeeks'>) =>
    text.trim() !== '' && cycleWeeks.trim() === '' ? 'Enter the summer weeks too' : horseChecks.cycleWeeks(text),
}

function isBetween(text: string, low: number, high: number, isWhole: boolean): boolean {
  if (text.trim() === '') return true
  const number = Number(text)
  return number >= low && number <= high && (!isWhole || Number.isInteger(number))
}
