import { BECAUSE, type Pair } from '#features/records/clients/duplicates.ts'
import { type KnownClient, recordDifferent, useDuplicates } from '#features/records/clients/web/data.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

type Props = { onClose: () => void; onCompare: (pair: Pair<KnownClient>) => void }

/** More pairs than this are looked at when these are done. */
const SHOWN_AT_ONCE = 50

/** The pairs of records that look like one person: merge them, or mark them as two. Mount it to open it. */
export function DuplicatesDialog({ onClose, onCompare }: Props) {
  const pairs = useDuplicates()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="Possible duplicates"
      description="Records with the same number, address, or name and place. Two people in one household may share a phone."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {pairs.length === 0 ? (
        <EmptyState title="No duplicates">Every record is a different person.</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {pairs.slice(0, SHOWN_AT_ONCE).map((pair) => (
            <li key={`${pair.one.id} ${pair.other.id}`} className="grid gap-3 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
              <PairOfClients {...pair} />
              <div className="flex gap-2 max-md:[&>*]:flex-1">
                <Button aria-label={`${namesOf(pair)}: not the same`} onClick={() => recordDifferent(pair)}>
                  Not the same
                </Button>
                <Button aria-label={`${namesOf(pair)}: compare`} onClick={() => onCompare(pair)}>
                  Compare
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {pairs.length > SHOWN_AT_ONCE && <p className="pt-3 text-ink-2">{pairs.length - SHOWN_AT_ONCE} more after these.</p>}
    </Dialog>
  )
}

const namesOf = ({ one, other }: Pair<KnownClient>) => `${one.name} and ${other.name}`

const PairOfClients = ({ one, other, because }: Pair<KnownClient>) => (
  <div className="grid gap-2">
    <p className="text-14 text-ink-2">
      {BECAUSE[because]}: {because === 'phone' ? one.phone : because === 'email' ? one.email : one.postcode}
    </p>
    {[one, other].map((client) => (
      <p key={client.id} className="flex min-w-0 items-center gap-3">
        <PersonAvatar name={client.name} />
        <span className="min-w-0">
          <span className="block truncate font-bold">{client.name}</span>
          <span className="block truncate text-14 text-ink-2">
            {[client.businessName, client.address, client.postcode, client.isActive ? null : 'Not active'].filter(Boolean).join(', ') ||
              'No other details'}
          </span>
        </span>
      </p>
    ))}
  </div>
)
