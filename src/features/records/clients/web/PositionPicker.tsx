import { LocateFixed, MapPin, MapPinPlus, X } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { useClients } from '#features/records/clients/web/data.ts'
import { type LatLng, positionInWords, positionOf, readPosition } from '#lib/position.ts'
import type { PickedPosition } from '#lib/position-form.ts'
import type { Located } from '#platform/web/device/device.ts'
import { locate } from '#platform/web/device/locate.ts'
import { useIsOnNetwork } from '#platform/web/device/use-is-on-network.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { MapView } from '#ui/MapView.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { value: PickedPosition | null; onChange: (position: PickedPosition | null) => void; legend?: string }

/** Where a pin starts that may be anywhere: the middle of Great Britain. */
const MIDDLE: LatLng = { lat: 54, lng: -2.5 }

/** Picks a position: from the device's location, from pasted text of a map or a message, or by a pin where maps are set up. */
export function PositionPicker({ value, onChange, legend = 'Where it is on the map' }: Props) {
  const styleUrl = useSession<CurrentUser>().user?.mapStyleUrl ?? null
  const isOnNetwork = useIsOnNetwork()
  const [showsMap, setShowsMap] = useState(false)
  const nearby = useNearby()
  return (
    <FieldSet legend={legend}>
      <div className="grid gap-3">
        {value && <Picked value={value} onClear={() => onChange(null)} />}
        <PasteField onRead={(at) => onChange({ ...at, source: 'pasted' })} />
        <div className="flex flex-wrap gap-2">
          <HereButton onFound={(at) => onChange({ ...at, source: 'gps' })} />
          {styleUrl && !showsMap && (
            <Button icon={MapPinPlus} onClick={() => setShowsMap(true)}>
              {value ? 'Move the pin' : 'Place a pin'}
            </Button>
          )}
        </div>
        {styleUrl && showsMap && (
          <MapView
            label="Tap the map or move the pin to where it is"
            styleUrl={styleUrl}
            isOnNetwork={isOnNetwork}
            points={[]}
            pin={value ?? nearby ?? MIDDLE}
            closest={value ? 16 : nearby ? 9 : 5}
            onPin={(at) => onChange({ ...at, source: 'pin' })}
          />
        )}
      </div>
    </FieldSet>
  )
}

const SOURCES: Readonly<Record<PickedPosition['source'], string>> = {
  gps: 'by this phone, on the spot',
  pin: 'by a pin on the map',
  pasted: 'pasted',
  geocoder: 'looked up',
  what3words: 'from what3words',
  postcode: 'postcode centre',
}

const Picked = ({ value, onClear }: { value: PickedPosition; onClear: () => void }) => (
  <p className="flex items-center gap-2 rounded-lg bg-sunken py-1 pr-1 pl-3">
    <MapPin size={20} aria-hidden className="shrink-0" />
    <span className="min-w-0 flex-1" role="status">
      <span className="font-medium">{positionInWords(value)}</span>
      <span className="block text-14 text-ink-2">
        {SOURCES[value.source]}
        {value.accuracyMetres !== undefined && `, to about ${value.accuracyMetres} m`}
      </span>
    </span>
    <Button variant="quiet" size="icon" icon={X} aria-label="Clear the position" onClick={onClear} />
  </p>
)

function PasteField({ onRead }: { onRead: (at: LatLng) => void }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const read = async (text: string) => {
    setTyped(text)
    const at = text.trim() ? await readPosition(text).catch(() => null) : null
    if (at) {
      setTyped('')
      onRead(at)
    }
    return at !== null || text.trim() === ''
  }
  return (
    <Field label="Paste a position" optional error={fault} help="A link from a map app, 52.2297, -2.9411 or SO 357 671">
      <TextInput
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        value={typed}
        onChange={(event) => {
          setFault(undefined)
          void read(event.target.value)
        }}
        onBlur={async () => !(await read(typed)) && setFault(NO_POSITION)}
        onKeyDown={(event) => event.key === 'Enter' && typed && event.preventDefault()}
      />
    </Field>
  )
}

const NO_POSITION = "There's no position in that. Short links hide it: open the link, then copy the long one or the figures."

function HereButton({ onFound }: { onFound: (at: Located) => void }) {
  const [isLooking, setLooking] = useState(false)
  const [fault, setFault] = useState('')
  const look = async () => {
    setLooking(true)
    setFault('')
    await locate().then(onFound, (error: Error) => setFault(error.message))
    setLooking(false)
  }
  return (
    <>
      <Button icon={LocateFixed} onClick={() => look()} busy={isLooking} busyLabel="Looking...">
        I'm here
      </Button>
      {fault && (
        <Note tone="late" live className="basis-full">
          {fault}
        </Note>
      )}
    </>
  )
}

/** The middle of the clients whose place is known: a pin is sooner moved from there. */
function useNearby(): LatLng | null {
  const places = (useClients() ?? []).map(positionOf).filter((at) => at !== null)
  if (places.length === 0) return null
  const mean = (pick: (at: LatLng) => number) => places.reduce((sum, at) => sum + pick(at), 0) / places.length
  return { lat: mean((at) => at.lat), lng: mean((at) => at.lng) }
}
