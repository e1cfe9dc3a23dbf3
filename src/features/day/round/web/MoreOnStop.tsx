import { ChevronDown, MapPinPlus, Plus, Stethoscope } from 'lucide-react'
import { TextActionsPanel } from '#features/core/notices/web/TextActionsPanel.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { LoneTimerPanel } from '#features/day/lone/web/LoneTimerPanel.tsx'
import { type RoundStop, type VetOnCall, vetsOf } from '#features/day/round/round-day.ts'
import { reachedOwners, setOffBody } from '#features/day/round/web/recipients.ts'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { callLink } from '#platform/web/device/outside.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { stop: RoundStop; openDialog: OpenDialog }

/** What a stop has besides: notes and vets, a horse to add, where it is. Folded, with what is in it beside its name. */
export function MoreOnStop({ stop, openDialog }: Props) {
  const user = useSession<CurrentUser>().user
  const mayChange = mayChangeRecords(user?.role)
  const vets = vetsOf(stop)
  const notes = [stop.access.notes, stop.visit.notes].filter((note) => note !== null && note !== '')
  const inside = [notes.length > 0 && 'note', vets.length > 0 && (vets.length === 1 ? 'vet' : `${vets.length} vets`)]
    .filter(Boolean)
    .join(', ')
  return (
    <details className="group border-t border-line pt-1">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-2 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="font-medium">More on this stop</span>
          {inside && <span className="text-ink-2">{`: ${inside}`}</span>}
        </span>
        <ChevronDown size={20} aria-hidden className="shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pt-1">
        {notes.map((note) => (
          <Note key={note}>{note}</Note>
        ))}
        {vets.map((vet) => (
          <Vet key={vet.horses} {...vet} />
        ))}
        <div className="-ml-2 flex flex-wrap gap-x-2">
          {mayChange && (
            <Button variant="quiet" icon={Plus} onClick={() => openDialog({ what: 'add-horse', stop })}>
              Add a horse here
            </Button>
          )}
          {(!stop.position || stop.isPostcodeCentre) && stop.place && mayChange && (
            <Button variant="quiet" icon={MapPinPlus} onClick={() => openDialog({ what: 'where', stop })}>
              {stop.position ? "Postcode centre only: I'm here" : "No position yet: I'm here"}
            </Button>
          )}
        </div>
        <OwnMessages stop={stop} />
        {stop.visit.memberId === user?.memberId && <LoneTimerPanel visitId={stop.visit.id} />}
      </div>
    </details>
  )
}

/** Whom to ring before touching a horse that needs it. */
const Vet = ({ name, phone, horses }: VetOnCall) => (
  <p className="flex flex-wrap items-center gap-x-2 text-14">
    <Stethoscope size={16} aria-hidden className="shrink-0" />
    <span className="text-ink-2">{`Vet of ${horses}:`}</span>
    <span className="font-medium">{name}</span>
    {phone && (
      <a className="link" {...callLink(phone)}>
        {phone}
      </a>
    )}
  </p>
)

/** The same words in the farrier's own messages, with no provider at all. */
function OwnMessages({ stop }: { stop: RoundStop }) {
  const practice = useSession<CurrentUser>().user?.practice
  const owner = reachedOwners(stop)[0] ?? stop.owners[0]
  if (!practice || !owner) return null
  return (
    <div>
      <TextActionsPanel phone={owner.phoneE164} body={setOffBody(stop, owner, practice)} label="Text it from my phone" />
    </div>
  )
}
