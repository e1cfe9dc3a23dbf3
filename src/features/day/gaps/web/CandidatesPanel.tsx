import { CalendarCheck, Phone, Send } from 'lucide-react'
import { useState } from 'react'
import { MOST_OFFERS } from '#features/day/gaps/limits.ts'
import { type Candidate, fitting, type Slot } from '#features/day/gaps/rules.ts'
import { CandidateRow } from '#features/day/gaps/web/CandidateRow.tsx'
import { OfferTexts } from '#features/day/gaps/web/OfferTexts.tsx'
import { type Gap, useCandidates } from '#features/day/gaps/web/use-gap.ts'
import { useOffering } from '#features/day/gaps/web/use-offering.ts'
import { ReachLink } from '#features/records/clients/web/ReachLink.tsx'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = Pick<Gap, 'memberId' | 'cancelled'> & { slot: Slot }
/** Further rows are shown on request. */
const SHOWN_AT_ONCE = 12

/**
 * The clients with due horses who could have a slot, up to five of them picked, every text as it will go, and one press that sends them.
 */
export function CandidatesPanel({ slot, memberId, cancelled }: Props) {
  const candidates = useCandidates(slot, { memberId, cancelled })
  const [keys, setKeys] = useState<readonly string[]>([])
  const able = candidates?.filter((one) => one.whyNot === null) ?? []
  const chosen = able.filter(({ key }) => keys.includes(key))
  if (!candidates) return <SkeletonRows label="Looking for horses that are due..." rows={5} />
  if (candidates.length === 0)
    return (
      <Card>
        <EmptyState icon={CalendarCheck} title="No horse is due then">
          Every horse due by a week after that day is already booked.
        </EmptyState>
      </Card>
    )
  const choose = ({ key, client }: Candidate, isChosen: boolean) => {
    const others = chosen.filter((one) => one.client.id !== client.id).map((one) => one.key)
    setKeys(isChosen ? [...others, key] : others)
  }
  return (
    <>
      {able.length > 0 && (
        <Choice able={able} slot={slot} isChosen={(key) => keys.includes(key)} isFull={chosen.length >= MOST_OFFERS} onChoose={choose} />
      )}
      {chosen.length > 0 && <OfferTexts slot={slot} chosen={chosen} />}
      {able.length > 0 && <SendButton slot={slot} memberId={memberId} chosen={chosen} onSent={() => setKeys([])} />}
      <NotTextable candidates={candidates.filter((one) => one.whyNot !== null)} />
    </>
  )
}

type ChoiceProps = {
  able: readonly Candidate[]
  slot: Slot
  isChosen: (key: string) => boolean
  isFull: boolean
  onChoose: (candidate: Candidate, isChosen: boolean) => void
}

function Choice({ able, slot, isChosen, isFull, onChoose }: ChoiceProps) {
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  return (
    <Card title="Ask" action={<span className="text-14 text-ink-2">{`up to ${MOST_OFFERS}`}</span>}>
      <ul aria-label="Who you could ask" className="divide-y divide-line">
        {able.slice(0, count).map((one) => (
          <CandidateRow
            key={one.key}
            candidate={one}
            slot={slot}
            isChosen={isChosen(one.key)}
            isClosed={isFull && !isChosen(one.key)}
            onChoose={(on) => onChoose(one, on)}
          />
        ))}
      </ul>
      {able.length > count && (
        <div className="border-t border-line p-1 text-center">
          <Button variant="quiet" onClick={() => setCount(count + SHOWN_AT_ONCE)}>{`Show ${able.length - count} more`}</Button>
        </div>
      )}
    </Card>
  )
}

type SendProps = { slot: Slot; memberId: string; chosen: readonly Candidate[]; onSent: () => void }

function SendButton({ slot, memberId, chosen, onSent }: SendProps) {
  const reachable = useReachable()
  const { offer, isSending } = useOffering()
  const send = async () => {
    const offers = chosen.map((one) => ({ candidate: one, horses: fitting(one.horses, slot) }))
    if (await offer({ slot, memberId, offers })) onSent()
  }
  return (
    <div className="grid gap-2">
      {!reachable && <Note tone="due">You need signal to offer it: the server decides whose yes came first.</Note>}
      <Button
        variant="primary"
        size="lg"
        block
        icon={Send}
        disabled={!reachable || chosen.length === 0}
        busy={isSending}
        busyLabel="Offering..."
        onClick={() => send()}
      >
        {chosen.length === 0 ? 'Choose who to ask' : `Offer it to ${chosen.length}`}
      </Button>
    </div>
  )
}

/** Clients who are due as well but cannot be texted about it: why, and how else to reach them. */
function NotTextable({ candidates }: { candidates: readonly Candidate[] }) {
  if (candidates.length === 0) return null
  return (
    <Card title="Also due, but can't be texted">
      <ul aria-label="Can't be texted" className="divide-y divide-line">
        {candidates.slice(0, SHOWN_AT_ONCE).map((one) => (
          <li key={one.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <p className="min-w-0 flex-1">
              <span className="font-medium">{one.client.name}</span>
              <span className="text-ink-2">{`: ${one.horses.map(({ name }) => name).join(', ')}`}</span>
              <span className="block text-14 text-ink-2">{one.whyNot}</span>
            </p>
            <ReachLink clientId={one.client.id} by="call" icon={Phone} label="Call" />
          </li>
        ))}
      </ul>
      {candidates.length > SHOWN_AT_ONCE && (
        <p className="border-t border-line px-4 py-2.5 text-14 text-ink-2">{`And ${candidates.length - SHOWN_AT_ONCE} more.`}</p>
      )}
    </Card>
  )
}
