import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { RoundDay } from '#features/day/round/round-day.ts'
import { ROUND_REASONS } from '#features/day/round/rules.ts'
import { useSetOff } from '#features/day/round/web/set-off.ts'
import { recordRound, stopHere } from '#features/day/round/web/steering.ts'
import { TextsToGo } from '#features/day/round/web/TextsToGo.tsx'
import { type RoundMessage, useTexts } from '#features/day/round/web/use-texts.ts'
import type { Circumstances } from '#features/visits/appointments/notify-plan.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Select } from '#ui/Select.tsx'
import { withToast } from '#ui/with-toast.ts'

const LATE = [
  { value: '15', label: '+15' },
  { value: '30', label: '+30' },
  { value: '60', label: '+60' },
  { value: 'stop', label: 'Stop here' },
] as const
type Choice = (typeof LATE)[number]['value']

/** Running late, or no farther today: how much, why, every text that will go, and one press that records and sends it all. */
export function LateDialog({ round, onClose }: { round: RoundDay; onClose: () => void }) {
  const user = useSession<CurrentUser>().user
  const [choice, setChoice] = useState<Choice>('30')
  const [reason, setReason] = useState<string>(ROUND_REASONS[0])
  const saying: RoundMessage = choice === 'stop' ? { kind: 'not_reached', reason } : { kind: 'late', reason, lateMinutes: Number(choice) }
  const texts = useTexts(saying, useConcerned(round, choice === 'stop'))
  const mayText = may(user?.role, 'sendTexts')
  const tell = mayText ? texts.chosen : []
  const reachable = useReachable()
  const save = () => {
    const title = choice === 'stop' ? 'The round ends here' : `Running about ${choice} minutes late`
    void withToast(title, textedWords(tell.length, { isOnline: reachable, isTestVersion: user?.isTestVersion ?? false }), () =>
      choice === 'stop'
        ? stopHere(round, openAfter(round), reason, tell)
        : recordRound(round, { state: 'late', reason, lateMinutes: Number(choice) }, tell),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Running late"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {tell.length === 0 ? 'Set it, text nobody' : `Send ${tell.length} ${tell.length === 1 ? 'text' : 'texts'}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Segmented
          label="How late, in minutes"
          value={choice}
          onChange={setChoice}
          options={mayText ? LATE : LATE.filter(({ value }) => value !== 'stop')}
          className="w-full"
        />
        {choice === 'stop' && <StopsHere round={round} />}
        <Field label="Reason" help="Owners see it on their page.">
          <Select
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            options={ROUND_REASONS.map((word) => ({ value: word, label: word }))}
          />
        </Field>
        {mayText && <TextsToGo texts={texts} />}
        <Offline />
      </div>
    </Dialog>
  )
}

const openAfter = (round: RoundDay) => round.stops.filter((stop) => !stop.visit.isCallComplete && stop !== round.next)

/** Whom it concerns: for an end, the stops after the current one; for a delay, also the current one until a member has set off to it. */
function useConcerned(round: RoundDay, isEnd: boolean) {
  const hasSetOff = useSetOff(round.next?.visit.id ?? '') !== undefined
  const after = openAfter(round)
  return isEnd || hasSetOff || !round.next ? after : [round.next, ...after]
}

function StopsHere({ round }: { round: RoundDay }) {
  const left = openAfter(round)
  const words =
    left.length === 0
      ? 'There are no stops after this one.'
      : `${left.length} ${left.length === 1 ? 'stop' : 'stops'} after ${round.next?.name ?? 'this'} won't be reached: ${left.map(({ name }) => name).join(', ')}. You'll find them under To rebook.`
  return <Note>{words}</Note>
}

const textedWords = (count: number, { isOnline, isTestVersion }: Circumstances) => {
  const when = isOnline ? '' : " when you're back online"
  if (count === 0) return `Owners see it on their page${when}.`
  const half = isOnline ? '' : `${when}, if that's within half an hour`
  return `${count} ${count === 1 ? 'owner is' : 'owners are'} told${half}.${isTestVersion ? ' Test version: the texts go to the Outbox only.' : ''}`
}

function Offline() {
  const reachable = useReachable()
  return reachable ? null : <Note tone="due">You're offline: the texts go when you're back, if that's within half an hour.</Note>
}
