import type { PracticeSettings } from '#features/core/practice/contract.ts'
import type { FootScheme } from '#features/core/practice/foot-names.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** How this practice calls the feet. */
export const useFootScheme = (): FootScheme => settingsFrom(useRows<PracticeSettings>('settings')?.[0]).feet
