import { Merge } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { chosenFields, type Difference, differencesOf, type Side } from '#features/records/clients/merging.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { type KnownClient, mergeClients, useClient, useSmsPreferences } from '#features/records/clients/web/data.ts'
import { MergeChoice } from '#features/records/clients/web/MergeChoice.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  /** The record that is kept. */
  kept: KnownClient
  /** The other, when it is known which. */
  otherId?: string | undefined
  onClose: () => void
  /** Closes the dialog too. */
  onMerged: (keptId: string) => void
  /** Undoes the merge. */
  onUndo: (activityId: string) => Promise<void>
}

/** Two records of one person, side by side: what differs is chosen, and one record is left. Mount it to open it. */
export function MergeDialog({ kept, otherId, onClose, onMerged, onUndo }: Props) {
  const [chosenId, setChosenId] = useState(otherId ?? null)
  const other = useClient(chosenId)
  const [choices, setChoices] = useState<Record<string, Side>>({})
  const merge = useMerge()
  const blocked = useWhyNot(kept, other)
  const differences = useDifferences(kept, other)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!other || blocked) return
    const fields = chosenFields(differences, choices)
    const textsOf = (choices.texts ?? 'kept') === 'other' ? 'other' : 'kept'
    void merge.run(async () => {
      const activityId = await mergeClients(kept.id, other.id, { fields, textsOf })
      onMerged(kept.id)
      toastMerged(kept.name, other.name, () => onUndo(activityId))
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="Merge two records"
      description={`The other record's horses, visits, texts, work and links move to ${kept.name}.`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            icon={Merge}
            disabled={!other || Boolean(blocked)}
            busy={merge.isBusy}
            busyLabel="Merging..."
          >
            Merge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!otherId && (
          <Field label={`Who's the same as ${kept.name}?`}>
            <ClientPicker value={chosenId} onChange={setChosenId} />
          </Field>
        )}
        {other && <Compare kept={kept} other={other} differences={differences} choices={choices} onChoose={setChoices} />}
        {(blocked || merge.fault) && (
          <Note tone={blocked ? 'due' : 'late'} live>
            {blocked || merge.fault}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

type CompareProps = {
  kept: KnownClient
  other: KnownClient
  differences: readonly Difference[]
  choices: Readonly<Record<string, Side>>
  onChoose: (choices: Record<string, Side>) => void
}

const Compare = ({ kept, other, differences, choices, onChoose }: CompareProps) => (
  <>
    {differences.length === 0 ? (
      <p>Both records say the same. Their horses, visits and history are combined.</p>
    ) : (
      <p className="text-ink-2">Choose what's right. Everything else is the same in both.</p>
    )}
    {differences.map((difference) => (
      <MergeChoice
        key={difference.field}
        difference={difference}
        names={{ kept: kept.name, other: other.name }}
        value={choices[difference.field] ?? difference.usual}
        onChange={(side) => onChoose({ ...choices, [difference.field]: side })}
      />
    ))}
  </>
)

/** The fields that differ between their records, and their text preferences. */
function useDifferences(kept: KnownClient, other: KnownClient | null | undefined): readonly Difference[] {
  const ours = useSmsPreferences(kept.id)
  const theirs = useSmsPreferences(other?.id ?? kept.id)
  if (!other) return []
  const wishes = (preferences: typeof ours) =>
    preferences &&
    [
      preferences.enableReminders ? `reminders ${preferences.reminderHours} hours before` : 'no reminders',
      preferences.enableUpdates ? 'updates' : 'no updates',
      preferences.enableConfirmations ? 'confirmations' : 'no confirmations',
      preferences.nextStopsBefore > 0 ? `you're next, ${preferences.nextStopsBefore} before` : "no you're next",
    ].join(', ')
  const [one, two] = [wishes(ours) ?? '', wishes(theirs) ?? '']
  const texts: Difference = { field: 'texts', label: 'Texts', kept: one, other: two, both: null, usual: 'kept', fieldsFor: () => ({}) }
  return [...differencesOf(kept, other), ...(one === two ? [] : [texts])]
}

/** Why they can't be merged now, in a sentence. */
function useWhyNot(kept: KnownClient, other: KnownClient | null | undefined): string | undefined {
  const reachable = useReachable()
  if (!reachable) return 'Merging needs a connection: the server does it in one step. It can wait.'
  if (other?.id === kept.id) return 'That is the same record. Choose another.'
  if ([kept, other].some((client) => client?.isPending))
    return "Changes to these records are waiting to be sent. Merge them once they've gone."
  return undefined
}

function useMerge() {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFault('')
    await work().catch((error: unknown) => setFault(sentenceOf(error)))
    setBusy(false)
  }
  return { isBusy, fault, run }
}

function toastMerged(kept: string, other: string, undo: () => Promise<void>): void {
  const takeBack = () =>
    undo().then(
      () => toast({ title: 'Two records again', description: `${kept} and ${other} are as they were.` }),
      (error: unknown) => toast({ variant: 'destructive', title: 'Not undone', description: sentenceOf(error) }),
    )
  toast({
    title: 'Clients merged',
    description: kept === other ? `One record of ${kept} is left.` : `${other} is now part of ${kept}.`,
    action: { label: 'Undo', run: () => void takeBack() },
  })
}
