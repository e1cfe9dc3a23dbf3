import { useEffect, useMemo, useState } from 'react'
import { likelyClients, type PersonDetails } from '#features/records/clients/likely.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { type KnownClient, useClients } from '#features/records/clients/web/data.ts'
import { NewClientPanel } from '#features/records/clients/web/NewClientPanel.tsx'
import { inWords } from '#lib/in-words.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'

type Props = {
  /** Undefined: nothing was chosen or cleared yet. */
  value: string | undefined
  onChange: (clientId: string) => void
  /** Who has the horse now. */
  notId: string
  /** What the seller gave of the new owner. */
  said: PersonDetails | undefined
  error: string | undefined
}

/** The horse's new owner: the client whom the seller means, where there is just one; else to be chosen, or added as the seller gave it. */
export function NewOwnerField({ value, onChange, notId, said, error }: Props) {
  const clients = useClients()
  const [isAdding, setAdding] = useState(false)
  const likely =
    clients &&
    said &&
    likelyClients(
      clients.filter(({ id }) => id !== notId),
      said,
    )
  const [only, ...others] = likely?.clients ?? []
  const proposedId = only && others.length === 0 ? only.id : undefined
  useEffect(() => {
    if (value === undefined && proposedId) onChange(proposedId)
  }, [value, proposedId, onChange])
  const { name = '', phone, email } = said ?? {}
  const proposed = useMemo(() => ({ ...(phone && { phone }), ...(email && { email }) }), [phone, email])
  const isFound = value !== undefined && value === proposedId
  return (
    <div className="grid gap-2">
      <Field label="New owner" required error={error} help={isFound && likely ? FOUND[likely.by] : undefined}>
        <ClientPicker adds value={value ?? ''} onChange={(id) => onChange(id ?? '')} />
      </Field>
      {!value && others.length > 0 && only && (
        <Note tone="due">
          <p>
            {`${inWords([only, ...others].map((one) => one.name))} have ${likely?.by === 'name' ? 'this name' : 'what the seller said'}. Choose who it is.`}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {[only, ...others].map((one) => (
              <Button key={one.id} size="sm" onClick={() => onChange(one.id)}>
                {withMore(one)}
              </Button>
            ))}
          </div>
        </Note>
      )}
      {!value && likely && !only && name && <Button className="w-fit" onClick={() => setAdding(true)}>{`Add ${name} as a client`}</Button>}
      {isAdding && <NewClientPanel name={name} proposed={proposed} onClose={() => setAdding(false)} onSaved={onChange} />}
    </div>
  )
}

/** Two may share a name. */
const withMore = ({ name, phone, email, postcode }: KnownClient) => [name, phone ?? email ?? postcode].filter(Boolean).join(', ')

const FOUND = { address: 'Found by the number or e-mail', name: 'Found by the name alone: check that it’s them' } as const
