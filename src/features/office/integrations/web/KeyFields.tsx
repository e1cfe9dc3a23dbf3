import type { Integration } from '#features/office/integrations/contract.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Asks = Extract<Integration['asks'], { by: 'key' }>
/** What is typed to connect. */
export type Key = { address: string; account: string; apiKey: string }

/** The fields of it that a service needs. */
export function typedOf(asks: Integration['asks'], { apiKey, ...typed }: Key): Partial<Key> {
  if (asks.by === 'key') return { ...typed, apiKey }
  const fields = asks.by === 'nothing' ? (asks.fields ?? []) : []
  return Object.fromEntries(fields.map(({ id }) => [id, typed[id]]))
}

type FieldsProps = { value: Key; onChange: (value: Key) => void; onEnter: () => void }

/** The address, account and key of a service, with where to find the key. Where either is enough the key is first, as few have a server. */
export const KeyFields = ({ asks, value, onChange, onEnter }: FieldsProps & { asks: Asks }) => {
  const { isEither, fields, label, where } = asks
  const asked = <AskedFields fields={fields} value={value} onChange={onChange} onEnter={onEnter} isOptional={isEither} />
  return (
    <div className="grid gap-3">
      {!isEither && asked}
      <Field label={label} help={where} {...(isEither ? { optional: true } : { required: true })}>
        <TextInput
          type="password"
          autoComplete="off"
          value={value.apiKey}
          onKeyDown={(event) => event.key === 'Enter' && onEnter()}
          onChange={(event) => onChange({ ...value, apiKey: event.target.value })}
        />
      </Field>
      {isEither && asked}
    </div>
  )
}

type AskedProps = FieldsProps & { fields: Asks['fields']; isOptional?: boolean | undefined }

/** Where a service is, and the name there. */
export const AskedFields = ({ fields, value, onChange, onEnter, isOptional = false }: AskedProps) =>
  fields.map(({ id, label, placeholder, help, isOptional: mayBeEmpty }) => (
    <Field key={id} label={label} help={help} {...(isOptional || mayBeEmpty ? { optional: true } : { required: true })}>
      <TextInput
        {...(id === 'address' ? { type: 'url', inputMode: 'url' } : {})}
        {...(placeholder && { placeholder })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value[id]}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
        onChange={(event) => onChange({ ...value, [id]: event.target.value })}
      />
    </Field>
  ))
