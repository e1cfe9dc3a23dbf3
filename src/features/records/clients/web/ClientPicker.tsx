import { type Ref, useState } from 'react'
import { ClientBox } from '#features/records/clients/web/ClientBox.tsx'
import { NewClientPanel } from '#features/records/clients/web/NewClientPanel.tsx'

type Props = {
  value: string | null | undefined
  onChange: (clientId: string | null) => void
  placeholder?: string
  /** Offers to add a client of the name typed. */
  adds?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** One client of the practice, by typing a name, business, place or number. Put it in a Field. Inactive clients are offered last. */
export function ClientPicker({ adds = false, onChange, ...rest }: Props) {
  const [newName, setNewName] = useState<string>()
  return (
    <>
      <ClientBox {...rest} {...(adds && { onCreate: setNewName })} onChange={onChange} />
      {newName !== undefined && <NewClientPanel name={newName} onClose={() => setNewName(undefined)} onSaved={onChange} />}
    </>
  )
}
