import { useState } from 'react'
import type { Client } from '#features/records/clients/contract.ts'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { handOver } from '#features/records/horses/owners.ts'
import { doWithToast } from '#features/records/horses/web/change-with-toast.ts'
import { handOverHorse, type KnownHorse } from '#features/records/horses/web/data.ts'
import { shortDay } from '#lib/dates.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { DateInput } from '#ui/DateInput.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Segmented } from '#ui/Segmented.tsx'

type Props = { horse: KnownHorse; onClose: () => void }

/** A new owner from a day on. What was done stays with the horse, and whose it was stays on record. Mount it to open it. */
export function TransferDialog({ horse, onClose }: Props) {
  const today = useToday()
  const [clientId, setClient] = useState('')
  const [ownedFrom, setFrom] = useState(today)
  const [pays, setPays] = useState<'owner' | 'same'>('owner')
  const [wasTried, setTried] = useState(false)
  const owner = useRow<Client>('clients', clientId || null)
  const faults = {
    clientId: clientId === '' ? 'Choose the new owner' : clientId === horse.clientId ? 'They already own it' : undefined,
    ownedFrom: ownedFrom === '' ? 'Choose the day' : ownedFrom > today ? 'Today or earlier' : undefined,
  }
  const save = async () => {
    setTried(true)
    if (faults.clientId || faults.ownedFrom) return
    const payer = horse.payerClientId && pays === 'owner' ? { payerClientId: null } : {}
    const isDone = await doWithToast(
      `${horse.name} is ${owner?.name ?? 'theirs'} from ${shortDay(ownedFrom)}`,
      () => handOverHorse(horse, { clientId, ownedFrom, ...payer }),
      () => giveBack(horse, { clientId, ownedFrom }),
    )
    if (isDone) onClose()
  }
  return (
    <FormDialog title={`${horse.name} to a new owner`} submitLabel="Change owner" isSaving={false} onClose={onClose} onSubmit={save}>
      <div className="grid gap-4">
        <p className="text-ink-2">
          Now <ClientLink id={horse.clientId} />. Its history stays with it, and its coming visits move with it. Nobody is texted.
        </p>
        <Field label="New owner" required error={wasTried ? faults.clientId : undefined}>
          <ClientPicker adds value={clientId} onChange={(id) => setClient(id ?? '')} />
        </Field>
        <Field label="From" required error={wasTried ? faults.ownedFrom : undefined}>
          <DateInput max={today} value={ownedFrom} onChange={(event) => setFrom(event.target.value)} />
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
      </div>
    </FormDialog>
  )
}

const PayerName = ({ id }: { id: string }) => <>{useRow<Client>('clients', id)?.name ?? 'As before'}</>

/** The previous values, applied to the current owners. */
const giveBack = ({ id, owners, clientId, payerClientId }: KnownHorse, now: { clientId: string; ownedFrom: string }) =>
  handOverHorse({ id, owners: handOver(owners, now.clientId, now.ownedFrom) }, { clientId, payerClientId, ownedFrom: now.ownedFrom })
