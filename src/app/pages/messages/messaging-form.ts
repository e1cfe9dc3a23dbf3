import type { AutoReply, SettingsChange, WorkingDay } from '#features/core/practice/contract.ts'
import { MOST_EMERGENCY_POUNDS, MOST_EMERGENCY_TIMES } from '#features/core/practice/limits.ts'
import { autoReplyOf, type Settings } from '#features/core/practice/rules.ts'
import { WEEKDAYS } from '#features/core/practice/web/weekdays.ts'
import { inPounds, readPence } from '#lib/money.ts'

/** Messaging settings as the form holds them: sums and times as they are typed. */
export type MessagingValues = {
  days: WorkingDay[]
  isEnabled: boolean
  message: string
  isEmergencyEnabled: boolean
  emergencyRate: string
  emergencyMultiplier: string
  emergencyMessage: string
}

export function valuesOf(settings: Settings): MessagingValues {
  const reply = autoReplyOf(settings)
  return {
    ...reply,
    days: WEEKDAYS.flatMap((day) => settings.workingHours.find((one) => one.dayOfWeek === day.value) ?? []),
    emergencyRate: inPounds(Math.round(reply.emergencyRate * 100)),
    emergencyMultiplier: String(reply.emergencyMultiplier),
  }
}

/** What the practice decides: the fields that differ, and of the replies the others as they are. */
export function toChange({ days, ...reply }: Partial<MessagingValues>, settings: Settings): SettingsChange {
  const { emergencyRate, emergencyMultiplier, ...words } = reply
  const changed: Partial<AutoReply> = {
    ...words,
    ...(emergencyRate !== undefined && { emergencyRate: (readPence(emergencyRate) ?? 0) / 100 }),
    ...(emergencyMultiplier !== undefined && { emergencyMultiplier: Number(emergencyMultiplier) }),
  }
  return {
    ...(days && { workingHours: days.toSorted((a, b) => a.dayOfWeek - b.dayOfWeek) }),
    ...(Object.keys(changed).length > 0 && { autoReply: { ...settings.autoReply, ...changed } }),
  }
}

export const isSum = (text: string): true | string => {
  const pence = readPence(text)
  return (pence !== undefined && pence <= MOST_EMERGENCY_POUNDS * 100) || `An amount up to £${MOST_EMERGENCY_POUNDS}`
}
export const isTimes = (text: string): true | string =>
  (text !== '' && Number(text) >= 1 && Number(text) <= MOST_EMERGENCY_TIMES) || `From 1 to ${MOST_EMERGENCY_TIMES}`
export const isFilled = (text: string): true | string => text.trim() !== '' || 'Write the reply'
