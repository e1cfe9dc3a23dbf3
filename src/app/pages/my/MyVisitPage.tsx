import { Ban, CalendarX } from 'lucide-react'
import type { CancelWords, VisitView } from '#app/my/visits-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { MyPushAsk } from '#app/pages/my/MyPush.tsx'
import type { Outcome } from '#features/visits/answers/answer-page.ts'
import { AnswerItem, WordsField } from '#features/visits/answers/page/AnswerItem.tsx'
import { Given, OwnAnswers, VisitFacts, VisitForms } from '#features/visits/answers/page/VisitAnswers.tsx'
import { capital } from '#lib/capital.ts'
import { Note } from '#ui/Note.tsx'

/** One visit: what its owner may answer, and how they cancel. Each form is one of its own and needs no script. */
export const MyVisitPage = ({ shown, outcome, cancelling, closed, answers, pushAsk, others }: VisitView) => (
  <MyFrame title={capital(shown.when)} place="visits" back={{ href: '/my/visits', label: '‹ Visits' }}>
    <Given page={shown} outcome={outcome} />
    {pushAsk && <MyPushAsk ask={pushAsk} practiceName={shown.practiceName} />}
    <section aria-label="The visit" className="rounded-lg border border-line bg-surface px-4 pt-2 pb-4">
      <VisitFacts page={shown} />
      <p className="mt-1 text-14 text-ink-2">{[shown.farrierName, shown.practiceName].filter(Boolean).join(', ')}</p>
    </section>
    {others.map(({ href, name }) => (
      <a key={href} href={href} className="link w-fit py-2">{`The same visit for ${name}`}</a>
    ))}
    {shown.isOff && (
      <Note tone="due" icon={Ban}>
        <b className="block">This visit is cancelled.</b> Ring or text your farrier for another day.
      </Note>
    )}
    {closed && !shown.isOff && <Note tone="due">{closed}</Note>}
    {!closed && !shown.isOff && (
      <VisitForms page={shown} outcome={outcome} answers={answers}>
        {cancelling && <Cancel words={cancelling} outcome={outcome} />}
      </VisitForms>
    )}
    <OwnAnswers page={shown} />
  </MyFrame>
)

function Cancel({ words: { isAtOnce, horses, lines }, outcome }: { words: CancelWords; outcome: Outcome }) {
  const what = horses || 'this visit'
  return (
    <AnswerItem
      kind="cancel"
      outcome={outcome}
      icon={CalendarX}
      title={horses ? 'Cancel my horses' : 'Cancel this visit'}
      send={isAtOnce ? `Cancel ${what}` : `Ask to cancel ${what}`}
    >
      <div className="grid gap-1">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <WordsField kind="cancel" outcome={outcome} label="Why" placeholder="She’s lame; the vet comes on Friday" />
    </AnswerItem>
  )
}
