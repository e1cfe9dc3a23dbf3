import { ShieldCheck, Timer } from 'lucide-react'
import { loneStage } from '#features/day/lone/rules.ts'
import { useLone, useLoneActions } from '#features/day/lone/web/data.ts'
import { timerWords, wantsAnswer } from '#features/day/lone/words.ts'
import { timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useNow } from '#platform/web/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

/** A timer that wants an answer, above everything else of the round, with the one press that gives it. Nothing when none does. */
export const LoneNow = ({ zone }: { zone: string }) => (
  <Queries>
    <Now zone={zone} />
  </Queries>
)

function Now({ zone }: { zone: string }) {
  const { data } = useLone()
  const { answer } = useLoneActions()
  const now = useNow()
  const timer = data?.lone.timer ?? null
  if (!data || !wantsAnswer(timer, now)) return null
  if (data.keptAnswer === timer.id)
    return (
      <Note tone="late" icon={Timer} live className="mb-3">
        <b className="block">Your answer hasn't reached the server</b>
        {`It's saved here and goes when there's signal. Until then the text to ${timer.contactName} may still go, at ${timeOf(timer.textAt, zone)}.`}
      </Note>
    )
  return (
    <Note tone={loneStage(timer, now) === 'on' ? 'neutral' : 'late'} icon={Timer} live className="mb-3">
      <b className="block">Lone-worker timer</b>
      {timerWords(timer, now, zone)}
      {answer.error && <p>{sentenceOf(answer.error)}</p>}
      <Button
        variant="primary"
        icon={ShieldCheck}
        className="mt-2 w-full"
        busy={answer.isPending}
        busyLabel="Sending..."
        onClick={() => pressed(answer, timer.id)}
      >
        I'm OK
      </Button>
    </Note>
  )
}
