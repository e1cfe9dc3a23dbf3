import { useState } from 'react'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import type { Yard } from '#features/records/yards/contract.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { Field, FieldSet } from '#ui/Field.tsx'
import { Segmented } from '#ui/Segmented.tsx'

type Props = {
  /** The payer; empty: the owner. */
  value: string
  onChange: (payerClientId: string) => void
  ownerId: string
  yardId: string
}
type Who = 'owner' | 'yard' | 'other'

/** Who is billed for a horse: its owner, the payer of its yard, or another client. */
export function PayerPicker({ value, onChange, ownerId, yardId }: Props) {
  const yard = useRow<Yard>('yards', yardId || null)
  const yardPayer = yard?.payerClientId ?? yard?.contactClientId ?? ''
  const [isOther, setOther] = useState(value !== '' && value !== ownerId && value !== yardPayer)
  const who: Who = isOther ? 'other' : value === '' || value === ownerId ? 'owner' : value === yardPayer ? 'yard' : 'other'
  const choose = (next: Who) => {
    setOther(next === 'other')
    onChange(next === 'yard' ? yardPayer : '')
  }
  const options = [
    { value: 'owner' as const, label: 'Owner' },
    ...(yardPayer ? [{ value: 'yard' as const, label: yard?.name ?? 'Yard' }] : []),
    { value: 'other' as const, label: 'Another' },
  ]
  return (
    <FieldSet legend="Paid by" className="md:col-span-2">
      <Segmented label="Paid by" value={who} onChange={choose} options={options} />
      {who === 'other' && (
        <Field label="Who pays" className="mt-1.5">
          <ClientPicker value={value} onChange={(id) => onChange(id ?? '')} />
        </Field>
      )}
    </FieldSet>
  )
}
