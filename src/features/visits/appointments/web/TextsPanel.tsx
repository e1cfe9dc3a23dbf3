import type { ComponentProps } from 'react'
import type { News } from '#features/core/notices/heard.ts'
import { goesWords, listed } from '#features/visits/appointments/notify-plan.ts'
import type { WordsFields } from '#features/visits/appointments/rules.ts'
import { useCircumstances } from '#features/visits/appointments/web/use-notify-plan.ts'
import { Checkbox } from '#ui/Checkbox.tsx'

type Props = Omit<ComponentProps<typeof Checkbox>, 'label' | 'help'> & {
  news: News
  /** The recipients, by first name; without any, the user is not prompted. */
  names: readonly string[]
  /** The places that the text would name. */
  places: readonly WordsFields[]
}

const ABOUT: Readonly<Record<News, string>> = {
  booked: "that it's booked",
  moved: 'about the new time',
  cancelled: "that it's cancelled",
}

/** Whether a text goes about a visit, and when: the same prompt wherever one is booked, moved, changed or cancelled. */
export function TextsPanel({ news, names, places, ...box }: Props) {
  const circumstances = useCircumstances()
  if (names.length === 0) return null
  return <Checkbox {...box} label={`Text ${listed(names)} ${ABOUT[news]}`} help={goesWords(news, places, circumstances)} />
}
