import type { Integration } from '#features/office/integrations/contract.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Asks = Extract<Integration['asks'], { by: 'key' }>
/** What is typed to connect. */
export type Key = { address: string; account: string; apiKey: string }

type Props = { asks: Asks; value: Key; onChange: (value: Key) => void; onEnter: () => void }

/** What a service asks for: where it is, the name there, and the key, with where to find it. */
export const KeyFields = ({ asks, value, onChange, onEnter }: Props) => (
  <div className="grid gap-3">
    {asks.fields.map(({ id, label, placeholder, help }) => (
      <Field key={id} label={label} help={help} required>
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
    ))}
    <Field label={asks.label} help={asks.where} required>
      <TextInput
        type="password"
        autoComplete="off"
        value={value.apiKey}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
        onChange={(event) => onChange({ ...value, apiKey: event.target.value })}
      />
    </Field>
  </div>
)
