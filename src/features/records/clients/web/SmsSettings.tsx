import { BellOff, Plus } from 'lucide-react'
import { useState } from 'react'
import type { SmsPreferences, SmsPreferencesChange } from '#features/records/clients/contract.ts'
import { MOST_STOPS_BEFORE, RECOMMENDED_REMINDER_HOURS, REMINDER_HOURS } from '#features/records/clients/rules.ts'
import { type KnownClient, setSmsPreferences, useSmsPreferences } from '#features/records/clients/web/data.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  client: KnownClient
  /** Opens the client's form, to add a number; absent for members who may not change it. */
  onEdit?: (() => void) | undefined
}

/** Spec §2 SMS Settings: which texts a client wants. Each holds at once, without a signal too. */
export function SmsSettings({ client, onEdit }: Props) {
  const preferences = useSmsPreferences(client.id)
  if (!client.phone) return <NoPhone name={client.name} onEdit={onEdit} />
  if (!preferences) return null
  return (
    <div className="grid gap-4">
      <WhySilent client={client} />
      <Wishes clientId={client.id} preferences={preferences} mayChange={onEdit !== undefined} />
    </div>
  )
}

/** Spec §5: SMS settings are available only with a phone number. */
const NoPhone = ({ name, onEdit }: { name: string; onEdit: Props['onEdit'] }) => (
  <EmptyState
    icon={BellOff}
    title={`No phone number on file for ${name}`}
    action={
      onEdit && (
        <Button icon={Plus} onClick={onEdit}>
          Add a phone number
        </Button>
      )
    }
  >
    Add a phone number to enable SMS notifications.
  </EmptyState>
)

function WhySilent({ client }: { client: KnownClient }) {
  const why = client.stoppedAt
    ? "They've asked for no more texts, so none go, whatever you set here."
    : !client.isActive
      ? "They aren't active, so no texts go, whatever you set here."
      : client.preferredChannel === 'none'
        ? "They don't want texts or e-mails, so nothing goes, whatever you set here."
        : client.preferredChannel === 'email' && client.email
          ? 'They prefer e-mail, so these go by e-mail.'
          : client.preferredChannel === 'portal' && client.email
            ? 'They read in the portal, so these go by e-mail. A visit moved or cancelled within a day is texted as well.'
            : null
  return why && <Note tone="due">{why}</Note>
}

type WishesProps = { clientId: string; preferences: SmsPreferences; mayChange: boolean }

function Wishes({ clientId, preferences, mayChange }: WishesProps) {
  const [isSaving, setSaving] = useState(false)
  const set = async (change: SmsPreferencesChange) => {
    setSaving(true)
    const isSet = await setSmsPreferences(clientId, change).catch(() => false)
    setSaving(false)
    if (isSet) toast({ title: 'SMS Settings Updated' })
    else toast({ variant: 'destructive', title: 'Update Failed', description: 'Failed to update SMS settings' })
  }
  const isFixed = !mayChange || isSaving
  const { enableReminders, reminderHours, enableUpdates, enableConfirmations, nextStopsBefore } = preferences
  return (
    <div className="grid gap-3">
      <Switch
        label="Reminders"
        help="Before each visit"
        checked={enableReminders}
        onChange={(on) => void set({ enableReminders: on })}
        disabled={isFixed}
      />
      {enableReminders && (
        <Field label="Reminder timing" help="Outside your quiet hours. A visit booked later than this gets no reminder.">
          <Select
            value={reminderHours}
            disabled={isFixed}
            options={REMINDER_HOURS.map((hours) => ({ value: String(hours), label: hoursInWords(hours) }))}
            onChange={(event) => void set({ reminderHours: Number(event.target.value) as SmsPreferences['reminderHours'] })}
          />
        </Field>
      )}
      <Switch
        label="Updates"
        help="When a visit moves or is cancelled"
        checked={enableUpdates}
        onChange={(on) => void set({ enableUpdates: on })}
        disabled={isFixed}
      />
      <Switch
        label="Confirmations"
        help="When a visit is booked"
        checked={enableConfirmations}
        onChange={(on) => void set({ enableConfirmations: on })}
        disabled={isFixed}
      />
      <Field label="You're next" help="While the round is running, so horses are caught in time">
        <Select
          value={nextStopsBefore}
          disabled={isFixed}
          options={STOPS_BEFORE}
          onChange={(event) => void set({ nextStopsBefore: Number(event.target.value) })}
        />
      </Field>
    </div>
  )
}

const hoursInWords = (hours: number) => `${hours} hours before${hours === RECOMMENDED_REMINDER_HOURS ? ' (recommended)' : ''}`

const STOPS_BEFORE = Array.from({ length: MOST_STOPS_BEFORE + 1 }, (_, stops) => ({
  value: String(stops),
  label: stops === 0 ? 'No text' : stops === 1 ? 'When the stop before is done' : `When ${stops} stops are before them`,
}))
