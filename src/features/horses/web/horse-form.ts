import type { HorseChange } from '#features/horses/contract.ts'
import { birthYearOf, offeredFlags } from '#features/horses/rules.ts'
import type { KnownHorse } from '#features/horses/web/data.ts'
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
  payerClientId: string
  vetName: string
  vetPhone: string
  ueln: string
  microchip: string
  pausedUntil: string
  goneReason: string
  goneOn: string
}
export type HorsePresets = { name?: string | undefined; clientId?: string | undefined; yardId?: string | undefined }

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
  cycleWeeks: horse?.cycleDays ? String(Math.round((horse.cycleDays / DAYS_A_WEEK) * 10) / 10) : '',
  payerClientId: horse?.payerClientId ?? '',
  vetName: horse?.vetName ?? '',
  vetPhone: horse?.vetPhone ?? '',
  ueln: horse?.ueln ?? '',
  microchip: horse?.microchip ?? '',
  pausedUntil: horse?.pausedUntil ?? '',
  goneReason: horse?.goneReason ?? '',
  goneOn: horse?.goneOn ?? '',
})

/** The same as it is sent: age as a birth year, weeks as days, what is empty as none (Spec §5: an age left out if empty). */
export function asSent(values: Partial<HorseValues>, today: Day): HorseChange {
  const { age, cycleWeeks, flags, ...texts } = values
  const rest = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() || null]))
  return {
    ...(rest as HorseChange),
    ...(values.goneReason === '' && { goneOn: null }),
    ...(flags && { flags }),
    ...(age !== undefined && { birthYear: age.trim() ? birthYearOf(Number(age), today) : null }),
    ...(cycleWeeks !== undefined && { cycleDays: cycleWeeks.trim() ? Math.round(Number(cycleWeeks) * DAYS_A_WEEK) : null }),
  }
}

/** Spec §5 Horse form; each true, or what is wrong in words. */
export const horseChecks = {
  name: (text: string) => text.trim() !== '' || 'Enter a name',
  clientId: (id: string) => id !== '' || 'Choose the owner',
  age: (text: string) => isBetween(text, 0, 60, true) || 'A whole number of years, 0 to 60',
  cycleWeeks: (text: string) => isBetween(text, 1, 52, false) || 'Between 1 and 52 weeks',
  goneOn: (day: string, { goneReason }: Pick<HorseValues, 'goneReason'>) => !goneReason || day !== '' || 'Choose the day',
}

function isBetween(text: string, low: number, high: number, isWhole: boolean): boolean {
  if (text.trim() === '') return true
  const number = Number(text)
  return number >= low && number <= high && (!isWhole || Number.isInteger(number))
}
