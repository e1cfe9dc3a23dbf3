import type { PracticeSettings } from '#features/practice/contract.ts'
import type { FootScheme } from '#features/practice/foot-names.ts'
import { settingsFrom } from '#features/practice/rules.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** How this practice calls the feet. */
export const useFootScheme = (): FootScheme => settingsFrom(useRows<PracticeSettings>('settings')?.[0]).feet
