import type { Network } from '#features/office/posts/contract.ts'
import { NetworkTicks } from '#features/office/posts/web/NetworkTicks.tsx'
import type { Composing } from '#features/office/posts/web/use-composed.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { useGivenAway } from '#features/records/photo-consents/web/use-given-away.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldError } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextArea } from '#ui/TextArea.tsx'

type Props = { horse: KnownHorse; composing: Composing; networks: readonly Network[] }

/** That nobody can be recognised in the picture, the words, where they go, and what is read out of it. */
export function ComposeFields({ horse, composing: { composed, set, faultOf }, networks }: Props) {
  return (
    <>
      <Confirmed isOn={composed.isNobodyIn} error={faultOf('nobodyAt')} onChange={(isNobodyIn) => set({ isNobodyIn })} />
      <Field label="Words" error={faultOf('text')} optional>
        <TextArea rows={4} maxLength={3000} value={composed.text} onChange={({ target }) => set({ text: target.value })} />
      </Field>
      <GivenAway horse={horse} words={`${composed.text}\n${composed.altText}`} />
      {networks.length > 0 && (
        <NetworkTicks
          networks={networks}
          chosen={composed.networks}
          text={composed.text}
          error={faultOf('networks')}
          onChange={(chosen) => set({ networks: chosen })}
        />
      )}
      <Field
        label="What is in the picture"
        help="Read out to people who can’t see it. Say what you’d say on the phone."
        error={faultOf('altText')}
      >
        <TextArea rows={3} maxLength={2000} value={composed.altText} onChange={({ target }) => set({ altText: target.value })} />
      </Field>
    </>
  )
}

/** The farrier decides; nothing is taken out. */
function GivenAway({ horse, words }: { horse: KnownHorse; words: string }) {
  const warnings = useGivenAway(horse, words)
  if (warnings.length === 0) return null
  return (
    <Note tone="late" live>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <p>They agreed that it’s left out.</p>
    </Note>
  )
}

const FAULT = 'nobody-in-picture-error'

const Confirmed = ({ isOn, error, onChange }: { isOn: boolean; error: string | undefined; onChange: (isOn: boolean) => void }) => (
  <div className="grid gap-1">
    <Checkbox
      label="No person can be recognised in it, or each of them has agreed"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
      {...(error && { 'aria-invalid': true, 'aria-describedby': FAULT })}
    />
    {error && <FieldError id={FAULT}>{error}</FieldError>}
  </div>
)
