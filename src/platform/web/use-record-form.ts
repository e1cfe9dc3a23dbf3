import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Overwrites, type Seen } from '#platform/web/sync/outbox.ts'
import type { Wire } from '#platform/web/sync/store.ts'
import { useDraftedForm } from '#platform/web/use-drafted-form.ts'

type Settings<T extends FieldValues> = {
  /** The name under which typed input is kept until it is saved; null keeps nothing. */
  draft: string | null
  initial: T
  /** The record to change; none makes one. */
  id: string | undefined
  /** Its row, as read: a change that arrives while the form is open was not seen, and is not overwritten. */
  row?: object | null | undefined
  /** Resolves to the new record's id. */
  create: (values: T) => Promise<string>
  /** Saves the fields that differ from what they `began` as, with `seen` in the recorded change; false: the device no longer has the record. */
  change: (id: string, changed: Partial<T>, seen: Seen, began: T) => Promise<boolean>
  /** After it is safely on the disk; `unchanged` when there was nothing to save. */
  onSaved: (id: string, what: 'created' | 'updated' | 'unchanged') => void
}

const NOT_KEPT = "This device couldn't save that. What you typed is still here: try again."
const GONE = 'This has been removed elsewhere in the meantime. What you typed is still here.'

/** One form for adding and editing a record of the device, with drafts and plain words when saving fails. */
export function useRecordForm<T extends FieldValues>(settings: Settings<T>) {
  const form = useDraftedForm(settings.draft, settings.initial, seenIn(settings.row))
  const [failure, setFailure] = useState<string>()
  const [isOverwriting, setOverwriting] = useState(false)

  const save = async (values: T, seen: Seen) => {
    const { id, create, change, onSaved } = settings
    const changed = form.changes(values)
    const isUnchanged = id !== undefined && Object.keys(changed).length === 0
    if (id !== undefined && !isUnchanged && !(await change(id, changed, seen, form.began))) return setFailure(GONE)
    const saved = id ?? (await create(values))
    form.done()
    onSaved(saved, isUnchanged ? 'unchanged' : id === undefined ? 'created' : 'updated')
  }
  const submitAs = (seen: Seen) =>
    form.handleSubmit((values) =>
      save(values as T, seen).catch((error) => (error instanceof Overwrites ? setOverwriting(true) : setFailure(NOT_KEPT))),
    )
  return {
    ...form,
    /** The props of a FormDialog. */
    dialog: {
      onSubmit: submitAs({ ...form.seen, asks: true }),
      isSaving: form.formState.isSubmitting,
      failure,
      overwriting: isOverwriting ? { onMine: () => submitAs({})(), onTheirs: form.done } : undefined,
      keepsDraft: settings.draft !== null,
      isChanged: () => Object.keys(form.changes(form.getValues())).length > 0,
      onStartAgain: form.hasDraft ? form.startAgain : undefined,
    },
  }
}

/** A row as its reader sees it. */
function seenIn(row: object | null | undefined): Seen {
  const before = row as Wire | null | undefined
  return typeof before?.rev === 'number' ? { seenRev: before.rev, before } : {}
}

/** Texts trimmed, and empty ones as null: how the server stores absent values. */
export const withoutBlanks = <T extends object>(values: T): { [K in keyof T]: T[K] | null } =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, typeof value === 'string' ? value.trim() || null : value])) as {
    [K in keyof T]: T[K] | null
  }
