import { Check } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { answerInWords, currentAnswers, openRequests } from '#features/visits/answers/rules.ts'
import type { AnsweredVisit, KnownAnswer } from '#features/visits/answers/web/data.ts'
import { see } from '#features/visits/answers/web/data.ts'
import { useActOn } from '#features/visits/answers/web/use-act-on.ts'
import { useAnswersOf } from '#features/visits/answers/web/use-answers.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { RowMark } from '#ui/PendingMark.tsx'
import { withToast } from '#ui/with-toast.ts'

/** What a visit's owners answered by their links, with the actions for each; nothing without answers. */
export function AnswersPanel({ visit }: { visit: AnsweredVisit }) {
  const answers = useAnswersOf(visit.id)
  if (!answers?.length) return null
  const requests = openRequests(answers, visit)
  const current = currentAnswers(answers, visit).filter(({ kind }) => kind === 'confirmed')
  const others = answers.filter((answer) => answer.kind !== 'confirmed' && !requests.includes(answer))
  return (
    <section
      aria-label="Owners' answers"
      className={cx('rounded-lg border', requests.length > 0 ? 'border-due-line bg-due-tint' : 'border-line bg-surface')}
    >
      <ul className="divide-y divide-line">
        {[...requests, ...current, ...others.toReversed()].slice(0, MOST_SHOWN).map((answer) => (
          <AnswerRow key={answer.id} answer={answer} visit={visit} isOpen={requests.includes(answer)} />
        ))}
      </ul>
    </section>
  )
}

/** Older ones would push the next step off a phone's screen. */
const MOST_SHOWN = 6

type RowProps = { answer: KnownAnswer; visit: AnsweredVisit; isOpen: boolean }

function AnswerRow({ answer, visit, isOpen }: RowProps) {
  const client = useRow<Client>('clients', answer.clientId)
  const horse = useRow<HorseRow>('horses', answer.horseId)
  const act = useActOn(answer, visit)
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const when = `${shortDay(dayOf(answer.saidAt, visit.zone))}, ${timeOf(answer.saidAt, visit.zone)}`
  return (
    <li className="grid gap-1.5 px-3 py-2.5">
      <p className="[overflow-wrap:anywhere]">
        <b>{client?.name ?? 'The owner'}</b>
        <span
          className={isOpen || answer.kind === 'confirmed' ? '' : 'text-ink-2'}
        >{`: ${answerInWords(answer, horse?.name ?? null)}`}</span>{' '}
        <RowMark of={[answer]} />
        <span className="block text-14 text-ink-2">{answer.seenAt ? `${when}, dealt with` : when}</span>
      </p>
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {act && (
            <Button size="sm" onClick={() => withToast(act.done, act.said, () => act.run(memberId))}>
              {act.label}
            </Button>
          )}
          <Button
            size="sm"
            variant={act ? 'quiet' : 'plain'}
            icon={Check}
            onClick={() => withToast('Dealt with', SEEN, () => see(answer, memberId))}
          >
            Dealt with
          </Button>
        </div>
      )}
    </li>
  )
}

const SEEN = "The owner sees on their page that you've seen it."
