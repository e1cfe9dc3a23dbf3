import { CalendarClock, Check, CircleCheck, Clock, HeartPulse, KeyRound, MapPin, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerPage, nextWords, type Outcome } from '#features/visits/answers/answer-page.ts'
import {
  AddHorseFields,
  AnswerItem,
  type AnswerItemProps,
  BoxRestFields,
  CodeField,
  MoveFields,
} from '#features/visits/answers/page/AnswerItem.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { Note } from '#ui/Note.tsx'

/* A visit as one of its owners reads and answers it, by a link or signed in. */

type Props = { page: AnswerPage; outcome: Outcome }

/** Their horses and the place. */
export const VisitFacts = ({ page: { title, horses, yardName } }: { page: AnswerPage }) => (
  <ul className="mt-2 grid gap-1">
    {(title || horses.length > 0) && (
      <li className="flex items-start gap-2">
        <HorseshoeIcon size={18} className="mt-0.5 shrink-0 text-ink-2" />
        {title || horses.map(({ name }) => name).join(', ')}
      </li>
    )}
    {yardName && (
      <li className="flex items-start gap-2">
        <MapPin size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
        {yardName}
      </li>
    )}
  </ul>
)

/** Yes, and a form for each of the other answers, or only for one about its time; `children`: more of them. */
export function VisitForms({ page, outcome, children, answers = 'all' }: Props & { children?: ReactNode; answers?: 'all' | 'time' }) {
  const of: Omit<AnswerItemProps, 'kind'> = { outcome }
  return (
    <>
      {outcome.given !== 'confirmed' && <YesOrNot page={page} />}
      <section aria-labelledby="else" className="grid gap-2.5">
        <h2 id="else" className="pt-2 text-18">
          {page.standing === 'confirmed' ? 'Anything else?' : 'Or tell your farrier'}
        </h2>
        <AnswerItem {...of} kind="move" icon={CalendarClock} title="Ask for another time" send="Ask for another time">
          <MoveFields outcome={outcome} />
        </AnswerItem>
        {answers === 'all' && <AboutMore page={page} outcome={outcome} />}
        {children}
      </section>
    </>
  )
}

/** Answers about more than the time. */
const AboutMore = ({ page, outcome }: Props) => {
  const of: Omit<AnswerItemProps, 'kind'> = { outcome }
  return (
    <>
      <AnswerItem {...of} kind="add_horse" icon={Plus} title="Add a horse" send="Ask to add it">
        <AddHorseFields page={page} outcome={outcome} />
      </AnswerItem>
      {page.horses.length > 0 && (
        <AnswerItem {...of} kind="box_rest" icon={HeartPulse} title="A horse is on box rest" send="Tell your farrier">
          <BoxRestFields page={page} outcome={outcome} />
        </AnswerItem>
      )}
      <AnswerItem {...of} kind="gate_code" icon={KeyRound} title="Give the gate code" send="Give the code">
        <CodeField outcome={outcome} />
      </AnswerItem>
    </>
  )
}

/** The answer just given, and what happens next. */
export function Given({ page, outcome: { given } }: Props) {
  if (!given) return null
  const [first, ...rest] = nextWords(given, page)
  return (
    <Note tone="ok" icon={CircleCheck} live>
      <b className="block">{first}</b>
      {rest.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </Note>
  )
}

function YesOrNot({ page: { standing } }: { page: AnswerPage }) {
  if (standing === 'confirmed')
    return (
      <p className="flex items-center gap-2 rounded-lg border border-ok-line bg-ok-tint px-4 py-3 font-medium text-ok-ink">
        <Check size={20} strokeWidth={2.5} aria-hidden className="shrink-0" />
        You have confirmed this visit
      </p>
    )
  return (
    <>
      {standing && (
        <p className="flex items-center gap-2 rounded-lg bg-due-tint px-4 py-3 font-medium text-due-ink">
          <Clock size={20} aria-hidden className="shrink-0" />
          {standing === 'move' ? 'You have asked for another time' : 'You have asked to cancel'}
        </p>
      )}
      <form method="post">
        <input type="hidden" name="kind" value="confirmed" />
        <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
          <Check size={22} aria-hidden className="shrink-0" />
          {standing ? "Actually, it's fine" : "Yes, that's fine"}
        </button>
      </form>
    </>
  )
}

/** Their answers so far. */
export const OwnAnswers = ({ page: { said } }: { page: AnswerPage }) =>
  said.length > 0 && (
    <section aria-labelledby="said">
      <h2 id="said" className="text-16">
        What you said
      </h2>
      <ul className="mt-1 grid gap-1 text-ink-2">
        {said.map(({ id, words, isSeen }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {words}
            {isSeen && <span className="text-ok-ink"> (seen by your farrier)</span>}
          </li>
        ))}
      </ul>
    </section>
  )
