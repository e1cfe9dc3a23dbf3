import type { CurrentUser, PracticeSettings, SettingsChange } from '#features/core/practice/contract.ts'
import { type Settings, settingsFrom, settingsId } from '#features/core/practice/rules.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { readRows, useRows } from '#platform/web/use-rows.ts'

/** The effective settings of this practice, read from the device; undefined while they load. */
export function useSettings(): Settings | undefined {
  const rows = useRows<PracticeSettings>('settings')
  return rows && settingsFrom(rows[0])
}

/** Records a decision of the practice on the device; the first one makes the record. */
export async function decide(user: Pick<CurrentUser, 'practice'>, change: SettingsChange): Promise<boolean> {
  const [row] = await readRows<PracticeSettings>('settings')
  if (row) return (await record([{ action: 'UPDATE', entity: 'settings', id: row.id, data: change }])) !== false
  const id = settingsId(user.practice.id)
  return (
    (await record([{ action: 'CREATE', entity: 'settings', id, data: change, alsoShow: { ...settingsFrom(undefined), ...change } }])) !==
    false
  )
}
