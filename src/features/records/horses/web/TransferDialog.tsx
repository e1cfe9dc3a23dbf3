import { type ReactNode, useState } from 'react'
import type { Client } from '#features/records/clients/contract.ts'
import type { PersonDetails } from '#features/records/clients/likely.ts'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import type { KnownClient } from '#features/records/clients/web/data.ts'
import type { Brings } from '#features/records/horses/contract.ts'
import { handOver } from '#features/records/horses/owners.ts'
import { doWithToast } from '#features/records/horses/web/change-with-toast.ts'
import { type Also, handOverHorse, type KnownHorse, type NewOwner } from '#features/records/horses/web/data.ts'
import { NewOwnerField } from '#features/records/horses/web/NewOwnerField.tsx'
import { shortDay } from '#lib/dates.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { DateInput } from '#ui/DateInput.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Select } from '#ui/Select.tsx'

/** What the owner reported of a sale. */
type ProposedSale = { ownedFrom: string | undefined; brings: Brings | undefined; buyer: PersonDetails }
type Props = {
  horse: KnownHorse
  proposed?: ProposedSale
  also?: Also
  /** More to choose, once the new owner is. */
  more?: (owner: KnownClient) => ReactNode
  onSaved?: (owner: KnownClient) => void
  onClose: () => void
}

/** A new owner from a day on. What was done stays with the horse, and whose it was stays on record. Mount it to open it. */
export function TransferDialog({ horse, proposed, also, more, onSaved, onClose }: Props) {
  const today = useToday()
  const [clientId, setClient] = useState<string>()
  const [ownedFrom, setFrom] = useState(proposed?.ownedFrom ?? today)
  const [brings, setBrings] = useState<Brings | ''>(proposed?.brings ?? '')
  const [pays, setPays] = useState<'owner' | 'same'>('owner')
  const [wasTried, setTried] = useState(false)
  const owner = useRow<Client>('clients', clientId || null)
  const faults = {
    clientId: !clientId ? 'Choose the new owner' : clientId === horse.clientId ? 'They already own it' : undefined,
    ownedFrom: ownedFrom === '' ? 'Choose the day' : ownedFrom > today ? 'Today or earlier' : undefined,
  }
  const save = async () => {
    setTried(true)
    if (!clientId || faults.clientId || faults.ownedFrom) return
    const payer = horse.payerClientId && pays === 'owner' ? { payerClientId: null } : {}
    const to = { clientId, ownedFrom, ...(brings && { brings }) }
    const isDone = await doWithToast(
      `${horse.name} is ${owner?.name ?? 'theirs'} from ${shortDay(ownedFrom)}`,
      () => handOverHorse(horse, { ...to, ...payer }, also?.done),
      () => giveBack(horse, to, also),
    )
    if (!isDone) return
    if (owner) onSaved?.(owner)
    onClose()
  }
  return (
    <FormDialog title={`${horse.name} to a new owner`} submitLabel="Change owner" isSaving={false} onClose={onClose} onSubmit={save}>
      <div className="grid gap-4">
        <p className="text-ink-2">
          Now <ClientLink id={horse.clientId} />. Its history stays with it, and its coming visits move with it.{' '}
          {more ? 'Nobody is texted, unless you invite the new owner.' : 'Nobody is texted.'}
        </p>
        <NewOwnerField
          value={clientId}
          onChange={setClient}
          notId={horse.clientId}
          said={proposed?.buyer}
          error={wasTried ? faults.clientId : undefined}
        />
        <Field label="From" required error={wasTried ? faults.ownedFrom : undefined}>
          <DateInput max={today} value={ownedFrom} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label="What they may read of the time before" help={`${saidOf(proposed, brings)} Vets’ files never go along.`}>
          <Select value={brings} onChange={(event) => setBrings(event.target.value as Brings | '')} options={BRINGS} />
        </Field>
        {horse.payerClientId && (
          <FieldSet legend="Who pays from then on">
            <Segmented
              label="Who pays from then on"
              value={pays}
              onChange={setPays}
              options={[
                { value: 'owner', label: 'The new owner' },
                { value: 'same', label: <PayerName id={horse.payerClientId} /> },
              ]}
            />
          </FieldSet>
        )}
        {owner && !faults.clientId && more?.(owner)}
      </div>
    </FormDialog>
  )
}

/** Whose word it is. */
function saidOf(proposed: ProposedSale | undefined, brings: Brings | ''): string {
  if (!proposed) return 'Ask the owner first.'
  if (brings === (proposed.brings ?? '')) return 'As the owner said.'
  return brings === '' || proposed.brings === 'all' ? 'Less than the owner said.' : 'More than the owner said: ask them first.'
}

const BRINGS = [
  { value: '', label: 'Nothing' },
  { value: 'record', label: 'The foot record' },
  { value: 'all', label: 'The foot record, photos and files' },
]

const PayerName = ({ id }: { id: string }) => <>{useRow<Client>('clients', id)?.name ?? 'As before'}</>

/** The previous values, applied to the current owners. */
const giveBack = ({ id, owners, clientId, payerClientId }: KnownHorse, now: NewOwner, also: Also | undefined) =>
  handOverHorse(
    { id, owners: handOver(owners, { ...now, on: now.ownedFrom }) },
    { clientId, payerClientId, ownedFrom: now.ownedFrom, brings: owners.at(-1)?.brings },
    also?.undone,
  )
