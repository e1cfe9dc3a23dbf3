import { Controller, useWatch } from 'react-hook-form'
import type { ReceivedVia, RequestType } from '#features/office/rights/contract.ts'
import { acknowledgeBy, answerBy } from '#features/office/rights/rules.ts'
import { addRequest } from '#features/office/rights/web/data.ts'
import { useNation } from '#features/office/rights/web/use-requests.ts'
import { TYPES, VIAS } from '#features/office/rights/words.ts'
import { phoneOf } from '#features/records/clients/rules.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { type Day, longDay } from '#lib/dates.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Note } from '#ui/Note.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { onClose: () => void; onSaved: (id: string) => void }
type Values = {
  clientId: string | null
  requestType: RequestType
  receivedVia: ReceivedVia
  receivedOn: string
  objectsTo: 'marketing' | 'other'
  notes: string
  sendsReceipt: boolean
}
type Form = ReturnType<typeof useRecordForm<Values>>

/** Records a request that came by any channel; works offline. Mount it to open it. */
export function RecordRequestDialog({ onClose, onSaved }: Props) {
  const today = useToday()
  const form = useRecordForm<Values>({
    draft: 'rights-request',
    initial: {
      clientId: null,
      requestType: 'data_access',
      receivedVia: 'in_person',
      receivedOn: today,
      objectsTo: 'marketing',
      notes: '',
      sendsReceipt: false,
    },
    id: undefined,
    create: ({ clientId, requestType, objectsTo, notes, sendsReceipt, ...words }) =>
      addRequest(
        {
          ...words,
          clientId: clientId ?? '',
          requestType,
          notes: notes.trim() || null,
          objectsTo: requestType === 'objection' ? objectsTo : null,
        },
        sendsReceipt,
      ),
    change: async () => false,
    onSaved(id) {
      toast({ title: 'Request recorded', description: TYPES[form.getValues('requestType')].label })
      onClose()
      onSaved(id)
    },
  })
  const { register, control, formState } = form
  return (
    <FormDialog {...form.dialog} title="Record a request" submitLabel="Record" onClose={onClose}>
      <div className="grid gap-4">
        <Field label="Client" required error={formState.errors.clientId?.message}>
          <Controller
            control={control}
            name="clientId"
            rules={{ validate: (id) => id !== null || 'Choose a client' }}
            render={({ field }) => <ClientPicker ref={field.ref} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />}
          />
        </Field>
        <TypeField form={form} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="How it came">
            <Select options={Object.entries(VIAS).map(([value, label]) => ({ value, label }))} {...register('receivedVia')} />
          </Field>
          <Field label="The day it came" required error={formState.errors.receivedOn?.message}>
            <DateInput
              max={today}
              {...register('receivedOn', { validate: (day) => (day !== '' && day <= today) || 'Choose today or a day before' })}
            />
          </Field>
        </div>
        <Deadline control={control} />
        <Field label="Notes" optional help="What they said, and what they want">
          <TextArea rows={3} maxLength={10_000} {...register('notes')} />
        </Field>
        <Receipt form={form} />
      </div>
    </FormDialog>
  )
}

function TypeField({ form: { control, register } }: { form: Form }) {
  const type = useWatch({ control, name: 'requestType' })
  return (
    <>
      <Field label="What they're asking for" help={TYPES[type].what}>
        <Select options={Object.entries(TYPES).map(([value, { label }]) => ({ value, label }))} {...register('requestType')} />
      </Field>
      {type === 'objection' && (
        <Field label="What they object to" help="An objection to marketing takes effect immediately: their consent is removed.">
          <Controller
            control={control}
            name="objectsTo"
            render={({ field }) => (
              <Segmented label="What they object to" value={field.value} onChange={field.onChange} options={OBJECTS} />
            )}
          />
        </Field>
      )}
    </>
  )
}

/** The resulting deadline, shown while the form is filled in. */
function Deadline({ control }: { control: Form['control'] }) {
  const today = useToday()
  const nation = useNation()
  const [requestType, receivedOn] = useWatch({ control, name: ['requestType', 'receivedOn'] })
  if (!receivedOn || receivedOn > today) return null
  const clock = {
    requestType,
    receivedOn: receivedOn as Day,
    waits: [],
    extendedOn: null,
    acknowledgedOn: null,
    status: 'pending',
  } as const
  return requestType === 'complaint' ? (
    <Note>
      Acknowledge it by <b>{longDay(acknowledgeBy(receivedOn, nation))}</b>, and start looking into it now.
    </Note>
  ) : (
    <Note>
      Answer by <b>{longDay(answerBy({ ...clock, waits: [] }, nation, today))}</b>.
    </Note>
  )
}

/** Offered only if something can be sent. */
function Receipt({ form: { control, register } }: { form: Form }) {
  const client = useClient(useWatch({ control, name: 'clientId' }))
  const canNotify = client && !client.stoppedAt && client.preferredChannel !== 'none' && (phoneOf(client) ?? client.email)
  return canNotify ? (
    <Checkbox
      label={`Tell ${client.name} you've received it`}
      help="The usual way, with the date you'll answer by."
      {...register('sendsReceipt')}
    />
  ) : null
}

const OBJECTS = [
  { value: 'marketing', label: 'Marketing' },
  { value: 'other', label: 'Something else' },
] as const
