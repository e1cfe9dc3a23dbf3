import { Ban } from 'lucide-react'
import type { AnswerPage, Outcome } from '#features/visits/answers/answer-page.ts'
import { Given, OwnAnswers, VisitFacts, VisitForms } from '#features/visits/answers/page/VisitAnswers.tsx'
import { capital } from '#lib/capital.ts'
import { Note } from '#ui/Note.tsx'
import { OwnerCalendar } from '#ui/OwnerCalendar.tsx'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

type Props = { page: AnswerPage; outcome: Outcome }
/** Their calendar of all visits is at `calendar`, where they have one. */
type PageProps = Props & { path: string; calendar: string | null }

/** A visit as its owner answers about it. Each form is one of its own and needs no script. */
export const VisitAnswerPage = ({ page, outcome, path, calendar }: PageProps) => (
  <OwnerFrame name={page.practiceName} picture={page.picture} detail={page.farrierName}>
    <Given page={page} outcome={outcome} />
    <section className="rounded-lg border border-line bg-surface p-4">
      <p className="text-14 text-ink-2">{`${page.ownerName}, your visit`}</p>
      <h1 className="text-24 tracking-tight">{capital(page.when)}</h1>
      <VisitFacts page={page} />
    </section>
    {page.isOff ? (
      <Note tone="due" icon={Ban}>
        <b className="block">This visit is cancelled.</b> Ring or text your farrier for another day.
      </Note>
    ) : (
      <VisitForms page={page} outcome={outcome} />
    )}
    <OwnAnswers page={page} />
    <OwnerCalendar path={path} hasVisit={!page.isOff} address={calendar} />
    <p className="text-14 text-ink-2">Questions? Contact your farrier directly. Anyone with this link can answer for you.</p>
  </OwnerFrame>
)
