import { Plus, User, Warehouse, X } from 'lucide-react'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { together } from '#features/day/booking/proposing.ts'
import { type BookingValues, validate } from '#features/day/booking/web/booking-form.ts'
import type { useHorseLook } from '#features/day/booking/web/use-horse-look.ts'
import { useWhoOptions } from '#features/day/booking/web/use-who-options.ts'
import { NewClientPanel } from '#features/records/clients/web/NewClientPanel.tsx'
import { dueInWords } from '#features/records/horses/rules.ts'
import type { Day } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import { Field } from '#ui/Field.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = {
  control: Control<BookingValues>
  /** A stop without a time may have no client. */
  isOptional: boolean
  error: string | undefined
  onDay: string
  horseIds: readonly string[]
  look: ReturnType<typeof useHorseLook>
  onHorses: (horseIds: readonly string[]) => void
}

/** In a grid of two columns, who is visited: a client, horse or yard found in one search, what is chosen so far, and the horses due there to add in one press. */
export function WhoField({ control, isOptional, error, onDay, horseIds, look, onHorses }: Props) {
  const { field: client } = useController({ control, name: 'clientId', rules: validate('clientId') })
  const { field: yard } = useController({ control, name: 'yardId' })
  const [newName, setNewName] = useState<string>()
  const who = useWhoOptions({ clientId: client.value, yardId: yard.value, horseIds })
  const choose = (value: string | undefined) => {
    if (!value) return
    const { kind, id } = who.read(value)
    if (kind === 'horse') return onHorses([id])
    if (kind === 'client') return client.onChange(id)
    yard.onChange(id)
    const contact = who.yard(id)?.contactClientId
    if (contact && !client.value) client.onChange(contact)
  }
  return (
    <>
      <Field label="Client, horse or yard" required={!isOptional} optional={isOptional} error={error} className="md:order-first">
        <Combobox
          ref={client.ref}
          options={who.options}
          value={undefined}
          onChange={choose}
          onCreate={setNewName}
          onBlur={client.onBlur}
          placeholder={client.value || yard.value ? 'Add another horse' : 'Name, business, place or number'}
          emptyText="Nothing by that name"
        />
      </Field>
      <div className="flex flex-wrap items-center gap-1.5 empty:hidden md:order-last md:col-span-2">
        {client.value && <Taken icon={User} name={who.clientName(client.value) ?? 'Client'} onRemove={() => client.onChange('')} />}
        {yard.value && <Taken icon={Warehouse} name={who.yard(yard.value)?.name ?? 'Yard'} onRemove={() => yard.onChange('')} />}
        <DueHere clientId={client.value} yardId={yard.value} onDay={onDay} without={horseIds} look={look} onAdd={onHorses} />
      </div>
      {newName !== undefined && <NewClientPanel name={newName} onClose={() => setNewName(undefined)} onSaved={client.onChange} />}
    </>
  )
}

const Taken = ({ icon: Icon, name, onRemove }: { icon: typeof User; name: string; onRemove: () => void }) => (
  <span className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-sunken pl-3 font-medium md:min-h-9">
    <Icon size={16} aria-hidden className="shrink-0 text-ink-2" />
    <span className="min-w-0 truncate">{name}</span>
    <button
      type="button"
      aria-label={`Take ${name} off`}
      onClick={onRemove}
      className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-line md:size-9"
    >
      <X size={16} aria-hidden />
    </button>
  </span>
)

/** `, due in 3 days`, `, 7 days over`. */
const dueWords = (due: Day, today: Day) => (due < today ? `, ${dueInWords(due, today)}` : `, due ${dueInWords(due, today)}`)

/** The most chips: more are found by typing. */
const MOST_CHIPS = 5

type DueProps = Pick<Props, 'onDay' | 'look'> & {
  clientId: string
  yardId: string
  without: readonly string[]
  onAdd: Props['onHorses']
}

/** The horses of the yard and the client that fall due around the day of the visit, each and all of them in one press. */
function DueHere({ clientId, yardId, onDay, without, look, onAdd }: DueProps) {
  const near = look.near({ clientId, yardId }).filter((horse) => !without.includes(horse.id))
  const due = together(near, onDay < look.today ? look.today : onDay)
  return (
    <>
      {due.length > 1 && (
        <Button size="sm" icon={Plus} onClick={() => onAdd(due.map((horse) => horse.id))}>
          {`Add the ${due.length} due here`}
        </Button>
      )}
      {due.slice(0, MOST_CHIPS).map((horse) => (
        <Button key={horse.id} size="sm" icon={Plus} onClick={() => onAdd([horse.id])}>
          <span>
            <VisuallyHidden>Add </VisuallyHidden>
            {horse.name}
            {horse.due && <span className="font-normal text-ink-2">{dueWords(horse.due, look.today)}</span>}
          </span>
        </Button>
      ))}
    </>
  )
}
