import { useQuery } from '@tanstack/react-query'
import { sendingQuery } from '#features/core/notices/web/alerts.ts'
import { costWords } from '#features/core/notices/web/notice-words.ts'
import type { PracticeSettings } from '#features/core/practice/contract.ts'
import { sendingOf, settingsFrom } from '#features/core/practice/rules.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'

/** What texts cost today and this month, and a warning when the day's texts are used up. Empty until the server has responded. */
export function CostPanel() {
  const { data } = useQuery({ ...sendingQuery, refetchOnMount: 'always' })
  const settings = useRows<PracticeSettings>('settings')
  if (!data || !settings) return null
  const rules = sendingOf(settingsFrom(settings[0]))
  const { textsToday, segmentsToday, segmentsThisMonth } = data
  return (
    <>
      {textsToday >= rules.dailyTexts && (
        <Note tone="late">Today's {rules.dailyTexts} texts have gone. More wait until morning; emergencies still go.</Note>
      )}
      {segmentsThisMonth > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 text-14 text-ink-2 tabular-nums">
          Texts today {costWords(segmentsToday, rules)}, this month {costWords(segmentsThisMonth, rules)}.
          <LinkButton href="/settings/sending" variant="quiet" size="sm">
            Sending
          </LinkButton>
        </p>
      )}
    </>
  )
}
