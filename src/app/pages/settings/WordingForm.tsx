import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { SavedForm } from '#app/pages/settings/SavedForm.tsx'
import { TextPreview } from '#app/pages/settings/TextPreview.tsx'
import { useSampleFacts } from '#app/pages/settings/use-sample-facts.ts'
import type { NoticeKind } from '#features/core/notices/contract.ts'
import { wordsOf } from '#features/core/notices/rules.ts'
import { KIND_WORDS } from '#features/core/notices/web/notice-words.ts'
import { DEFAULT_WORDING, FIELDS_OF } from '#features/core/notices/wordings.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { LONGEST_WORDING } from '#features/core/practice/limits.ts'
import { type Settings, sendingOf, TEXT_FIELDS, templateFault } from '#features/core/practice/rules.ts'
import { decide } from '#features/core/practice/web/settings.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useSaved } from '#platform/web/use-saved.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

type Values = { template: string }
type Props = { kind: NoticeKind; user: CurrentUser; settings: Settings }

/** The wording of one kind of text, what may be named in it, and how it will read. */
export function WordingForm({ kind, user, settings }: Props) {
  const [saved, setSaved] = useSaved<Values>()
  const initial = saved.values ?? { template: settings.wording[kind] ?? DEFAULT_WORDING[kind] }
  return <Form key={saved.times} kind={kind} user={user} settings={settings} initial={initial} onSaved={setSaved} />
}

function Form({ kind, user, settings, initial, onSaved }: Props & { initial: Values; onSaved: (values: Values) => void }) {
  const form = useRecordForm<Values>({
    draft: `wording ${kind}`,
    initial,
    id: 'settings',
    create: async () => 'settings',
    change: (_id, { template = '' }) => decide(user, { wording: withWording(settings.wording, kind, template) }),
    onSaved: () => {
      toast({ title: 'Saved', description: `“${KIND_WORDS[kind]}” goes like this from now on.` })
      onSaved(form.getValues())
    },
  })
  const template = useWatch({ control: form.control, name: 'template' })
  const isDefault = template === DEFAULT_WORDING[kind]
  const goBack = () => form.setValue('template', DEFAULT_WORDING[kind], { shouldDirty: true, shouldValidate: true })
  const insert = (field: string) => form.setValue('template', put(template, `{${field}}`), { shouldDirty: true })
  return (
    <SavedForm
      title={KIND_WORDS[kind]}
      submitLabel="Save wording"
      {...form.dialog}
      actions={
        !isDefault && (
          <Button icon={RotateCcw} onClick={goBack}>
            Back to standard
          </Button>
        )
      }
    >
      <Field label="Wording" error={form.formState.errors.template?.message}>
        <TextArea
          rows={5}
          maxLength={LONGEST_WORDING}
          {...form.register('template', { validate: (text) => templateFault(text, FIELDS_OF[kind]) ?? true })}
        />
      </Field>
      <FieldButtons kind={kind} onInsert={insert} />
      <Preview kind={kind} template={template} settings={settings} />
    </SavedForm>
  )
}

/* What may be named: pressed, it is put in. */
const FieldButtons = ({ kind, onInsert }: { kind: NoticeKind; onInsert: (field: string) => void }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1">
    {FIELDS_OF[kind].map((field) => (
      <div key={field} className="contents">
        <dt>
          <Button size="sm" aria-label={`Insert {${field}}`} onClick={() => onInsert(field)}>
            {`{${field}}`}
          </Button>
        </dt>
        <dd className="text-14 text-ink-2">{TEXT_FIELDS[field]}</dd>
      </div>
    ))}
  </dl>
)

type PreviewProps = { kind: NoticeKind; template: string; settings: Settings }

/* As its recipient will read it: the owner of the next visit, or the chosen one. */
function Preview({ kind, template, settings }: PreviewProps) {
  const [clientId, setClientId] = useState<string | null>(null)
  const facts = useSampleFacts(kind, clientId)
  if (!facts) return null
  const { prepLine } = settings
  const isFit = templateFault(template, FIELDS_OF[kind]) === undefined
  const { body } = wordsOf(kind, { ...facts, ...(isFit && { wording: template }), ...(prepLine && { prep: prepLine }) })
  return (
    <div className="grid gap-3">
      <Field label="Example for" optional>
        <ClientPicker value={clientId} onChange={setClientId} placeholder={facts.recipient} />
      </Field>
      <TextPreview body={body} recipient={facts.recipient} isStale={!isFit} rules={sendingOf(settings)} />
    </div>
  )
}

/* Our own words are not kept as the practice's: they may get better. */
function withWording(wording: Settings['wording'], kind: NoticeKind, template: string): Settings['wording'] {
  const { [kind]: _, ...others } = wording
  const text = template.trim()
  return text === DEFAULT_WORDING[kind] ? others : { ...others, [kind]: text }
}

/* Before the signature, where most text goes. */
function put(template: string, field: string): string {
  const lines = template.split('\n')
  const last = lines.pop() ?? ''
  return lines.length === 0 ? `${last} ${field}`.trim() : [...lines.slice(0, -1), `${lines.at(-1)} ${field}`, last].join('\n')
}
