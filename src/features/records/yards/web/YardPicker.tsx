import { lazy, type Ref, Suspense, useState } from 'react'
import { type KnownYard, useYards } from '#features/records/yards/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import { Combobox } from '#ui/Combobox.tsx'

const YardDialog = lazy(() => import('#features/records/yards/web/YardDialog.tsx').then((module) => ({ default: module.YardDialog })))

type Props = {
  value: string | null | undefined
  onChange: (yardId: string | null) => void
  placeholder?: string
  /** Offers to add a yard of the name typed. */
  adds?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** One yard, by typing its name or where it is. Put it in a Field. */
export function YardPicker({ value, onChange, placeholder = 'Yard or postcode', adds = false, ...rest }: Props) {
  const yards = useYards()
  const [newName, setNewName] = useState<string>()
  return (
    <>
      <Combobox
        {...rest}
        {...(adds && { onCreate: setNewName })}
        options={yards && optionsOf(yards)}
        value={value ?? undefined}
        onChange={(chosen) => onChange(chosen ?? null)}
        placeholder={placeholder}
        emptyText={yards?.length ? 'No yard by that name' : 'No yards yet'}
      />
      {newName !== undefined && (
        <Suspense>
          <YardDialog name={newName} onClose={() => setNewName(undefined)} onSaved={onChange} />
        </Suspense>
      )}
    </>
  )
}

const optionsOf = memoLast((yards: readonly KnownYard[]) =>
  yards.map((yard) => ({
    value: yard.id,
    label: yard.name,
    detail: [yard.address, yard.postcode].filter(Boolean).join(', '),
  })),
)
