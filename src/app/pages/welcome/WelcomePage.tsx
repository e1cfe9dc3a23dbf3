import { useLocation, useSearch } from 'wouter'
import { ClientStep } from '#app/pages/welcome/ClientStep.tsx'
import { HorseStep } from '#app/pages/welcome/HorseStep.tsx'
import { PracticeStep } from '#app/pages/welcome/PracticeStep.tsx'
import { forgetProgress, type Progress, STEPS, type StepName, useProgress } from '#app/pages/welcome/progress.ts'
import { StartStep } from '#app/pages/welcome/StartStep.tsx'
import { VisitStep } from '#app/pages/welcome/VisitStep.tsx'
import { YardStep } from '#app/pages/welcome/YardStep.tsx'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { nextScreen } from '#features/core/practice/web/next-screen.ts'
import { Card } from '#ui/Card.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { Track } from '#ui/Track.tsx'
import { toast } from '#ui/toast-store.ts'

const TITLES: Record<StepName, string> = {
  practice: 'Your practice',
  start: 'How would you like to begin?',
  client: 'Your first client',
  horse: 'Their horse',
  yard: 'Where it stands',
  visit: 'Your first visit',
}

/** Leads from a new practice to its first visit in two minutes: one short form after another, each of which can be skipped. */
export function WelcomePage() {
  const user = useCurrentUser()
  const [, navigate] = useLocation()
  const then = nextScreen(useSearch())
  const [progress, setProgress] = useProgress()
  if (!user) return null
  const place = STEPS.indexOf(progress.step)
  const next = (change: Partial<Progress> = {}) => setProgress({ ...change, step: STEPS[place + 1] ?? 'visit' })
  const back = () => setProgress({ step: STEPS[place - 1] ?? 'practice' })
  const finish = () => {
    forgetProgress()
    toast({ title: 'You are set up', description: 'Everything else is added as you go.' })
    navigate(then)
  }
  const step = { user, progress, next, back, finish }
  return (
    <Page>
      <div className="mx-auto grid w-full max-w-[640px] gap-4">
        <PageHeader title={`Welcome, ${user.firstName}`} subtitle="Two minutes, and any step can wait." />
        <Track stops={STEPS.map((_, at) => holeOf(at, place))} label={`Step ${place + 1} of ${STEPS.length}`} />
        <Card title={TITLES[progress.step]} padded key={progress.step}>
          {progress.step === 'practice' && <PracticeStep {...step} />}
          {progress.step === 'start' && <StartStep {...step} />}
          {progress.step === 'client' && <ClientStep {...step} />}
          {progress.step === 'horse' && <HorseStep {...step} />}
          {progress.step === 'yard' && <YardStep {...step} />}
          {progress.step === 'visit' && <VisitStep {...step} />}
        </Card>
      </div>
    </Page>
  )
}

const holeOf = (at: number, place: number) => (at < place ? 'done' : at === place ? 'now' : 'to-come')
