import { CalendarClock, MessageSquareWarning, UserRoundCheck } from 'lucide-react'
import { currentAnswers, openRequests } from '#features/visits/answers/rules.ts'
import type { AnsweredVisit } from '#features/visits/answers/web/data.ts'
import { useAnswersOf } from '#features/visits/answers/web/use-answers.ts'
import { Badge } from '#ui/Badge.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = {
  visit: AnsweredVisit
  /** A sign alone, for a card of the diary. */
  isSmall?: boolean
}

/** The answers of a visit's owners, in two words; nothing without answers. What waits for the farrier comes before a plain yes. */
export function AnswerBadge({ visit, isSmall = false }: Props) {
  const answers = useAnswersOf(visit.id)
  if (!answers?.length) return null
  const requests = openRequests(answers, visit)
  const look = requests.some(({ kind }) => kind === 'move')
    ? LOOKS.move
    : requests.length > 0
      ? LOOKS.asks
      : currentAnswers(answers, visit).some(({ kind }) => kind === 'confirmed')
        ? LOOKS.confirmed
        : null
  if (!look) return null
  const { icon: Icon, word, tone, className } = look
  if (!isSmall)
    return (
      <Badge tone={tone} icon={Icon}>
        {word}
      </Badge>
    )
  return (
    <span className={className}>
      <Icon size={16} strokeWidth={2.5} aria-hidden />
      <VisuallyHidden>{word}</VisuallyHidden>
    </span>
  )
}

const LOOKS = {
  move: { icon: CalendarClock, word: 'Asks to move', tone: 'due', className: 'text-due-ink' },
  asks: { icon: MessageSquareWarning, word: 'Owner asks', tone: 'due', className: 'text-due-ink' },
  confirmed: { icon: UserRoundCheck, word: 'Owner confirmed', tone: 'ok', className: 'text-ok-ink' },
} as const
