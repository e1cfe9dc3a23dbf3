import { BellOff, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { LoneWorker } from '#features/day/lone/contract.ts'
import { AskForm } from '#features/day/lone/web/AskForm.tsx'
import { useLone } from '#features/day/lone/web/data.ts'
import { TimeForm } from '#features/day/lone/web/TimeForm.tsx'
import { contactWords, NOT_ON, timerWords, wantsAnswer } from '#features/day/lone/words.ts'
import { useNow } from '#platform/web/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = { visitId: string; zone: string; onClose: () => void }

/** The lone-worker timer at a stop: first who is texted, then when it rings. */
export function LoneDialog({ visitId, zone, onClose }: Props) {
  const { data, error } = useLone()
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Lone-worker timer">
      <div className="grid gap-4">
        {data ? (
          <Known lone={data.lone} isLive={data.isLive} visitId={visitId} zone={zone} onSet={onClose} />
        ) : error ? (
          <Note tone="late">{`${NOT_ON}. Setting it needs a connection: it isn't saved for later.`}</Note>
        ) : (
          <SkeletonRows label="Loading the timer..." />
        )}
        <p className="text-14 text-ink-2">It depends on signal and on the server. It isn't an emergency service: in danger, ring 999.</p>
      </div>
    </Dialog>
  )
}

type KnownProps = { lone: LoneWorker; isLive: boolean; visitId: string; zone: string; onSet: () => void }

function Known({ lone, isLive, visitId, zone, onSet }: KnownProps) {
  const { contact, timer, rings } = lone
  const now = useNow()
  const [asksOther, setAsksOther] = useState(false)
  const isOn = wantsAnswer(timer, now)
  if (!contact || asksOther) return <AskForm onAsked={() => setAsksOther(false)} />
  const waits = contactWords(contact)
  return (
    <>
      {isOn && <Note tone="due">{timerWords(timer, now, zone)}</Note>}
      {!isLive && <Note tone="late">No signal. This is what the server last said.</Note>}
      {waits ? (
        <Note tone="due" live>
          {waits}
        </Note>
      ) : (
        <>
          <Note tone="ok" icon={CircleCheck}>{`${contact.name} has agreed to be texted.`}</Note>
          {rings.devices === 0 && !rings.phone && <NothingRings />}
          <TimeForm visitId={visitId} zone={zone} contactName={contact.name} isOn={isOn} onSet={onSet} />
        </>
      )}
      {!isOn && (
        <Button variant="quiet" className="w-fit" onClick={() => setAsksOther(true)}>
          Choose somebody else
        </Button>
      )}
    </>
  )
}

const NothingRings = () => (
  <Note tone="late" icon={BellOff}>
    <p>None of your devices can ring. The text will go unless you open Pritchel in time.</p>
    <LinkButton href="/settings/sending" className="mt-2">
      Alert me on this device
    </LinkButton>
  </Note>
)
