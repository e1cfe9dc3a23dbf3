import { Search } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { roundEndpoints } from '#features/day/round/contract.ts'
import type { RoundStop } from '#features/day/round/round-day.ts'
import { savePosition } from '#features/day/round/web/steering.ts'
import { PositionPicker } from '#features/records/clients/web/PositionPicker.tsx'
import type { PickedPosition } from '#lib/position-form.ts'
import { call, sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { withToast } from '#ui/with-toast.ts'

/** Where a stop is: remembered at its yard, or at its client where it has none. */
export function WhereDialog({ stop, onClose }: { stop: RoundStop; onClose: () => void }) {
  const hasGeocoder = useSession<CurrentUser>().user?.hasGeocoder ?? false
  const [picked, setPicked] = useState<PickedPosition | null>(null)
  const save = () => {
    if (!picked) return
    onClose()
    return withToast('Position saved', `You can now navigate to ${stop.name}, and Order the round includes it.`, () =>
      savePosition(stop, picked),
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Where is ${stop.name}?`}
      description={stop.address ?? undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!picked} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <PositionPicker value={picked} onChange={setPicked} />
        {hasGeocoder && stop.address && <LookUp address={stop.address} onFound={setPicked} />}
      </div>
    </Dialog>
  )
}

type Places = Awaited<ReturnType<typeof lookUp>>
const lookUp = (address: string) => call<typeof roundEndpoints.places>('GET /api/places', { query: { address } })

/** Queries the look-up that the operator has set up, on a press; the user decides which of its answers is right. */
function LookUp({ address, onFound }: { address: string; onFound: (position: PickedPosition) => void }) {
  const [places, setPlaces] = useState<Places>()
  const [fault, setFault] = useState('')
  const [isAsking, setAsking] = useState(false)
  const locate = async () => {
    setFault('')
    setAsking(true)
    await lookUp(address).then(setPlaces, (error: unknown) => setFault(sentenceOf(error)))
    setAsking(false)
  }
  return (
    <section aria-label="Look up the address" className="grid gap-2">
      <Button icon={Search} className="justify-self-start" busy={isAsking} busyLabel="Looking..." onClick={() => locate()}>
        Look up the address
      </Button>
      {places?.length === 0 && <Note live>Nothing found at that address.</Note>}
      {places && places.length > 0 && (
        <List label="Places found">
          {places.map((place) => (
            <ListRow
              key={`${place.lat} ${place.lng}`}
              title={place.name}
              onClick={() => onFound({ lat: place.lat, lng: place.lng, source: 'geocoder' })}
            />
          ))}
        </List>
      )}
      {fault && (
        <Note tone="late" live>
          {fault}
        </Note>
      )}
    </section>
  )
}
