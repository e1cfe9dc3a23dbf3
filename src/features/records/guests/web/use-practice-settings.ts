import type { PracticeSettings } from '#features/core/practice/contract.ts'
import { type Settings, settingsFrom } from '#features/core/practice/rules.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** The effective settings of this practice, read from the device; undefined while they load. */
export function usePracticeSettings(): Settings | undefined {
  const rows = useRows<PracticeSettings>('settings')
  return rows && settingsFrom(rows[0])
}
