import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { dropDraft, keepDraft, readDraft } from '#platform/web/session/drafts.ts'
import type { Seen } from '#platform/web/sync/outbox.ts'

/**
 * What was typed and not saved: the fields that differ, their initial values, and the revision of the record their author saw, regardless
 * of when it is saved.
 */
type Draft<T> = { values: Partial<T>; began?: Partial<T>; seen: Seen }

/**
 * A form whose words outlive it: after a closed dialog, a failed save or a dead tab they are restored when the form is opened again. Errors
 * are shown after the first attempt. `changes` returns what differs from `initial`; `name` null keeps nothing.
 */
export function useDraftedForm<T extends FieldValues>(name: string | null, initialNow: T, seenNow: Seen = {}) {
  const [draft] = useState(() => (name === null ? undefined : (readDraft(name) as Draft<T> | undefined)))
  // The values the person began from: a change that arrives in the meantime must not become a change of theirs, nor be overwritten unseen.
  const [begun, setBegun] = useState({ initial: { ...initialNow, ...draft?.began }, seen: draft?.seen ?? seenNow })
  const [hasDraft, setHasDraft] = useState(draft !== undefined)
  const form = useForm<T>({ defaultValues: { ...begun.initial, ...draft?.values } as DefaultValues<T> })
  useEffect(() => {
    if (name === null) return
    return form.subscribe({
      formState: { values: true },
      callback({ values }) {
        const changed = changesBetween(begun.initial, values)
        const began = Object.fromEntries(Object.keys(changed).map((field) => [field, begun.initial[field]]))
        if (Object.keys(changed).length) keepDraft(name, { values: changed, began, seen: begun.seen })
        else dropDraft(name)
      },
    })
  }, [form, name, begun])
  return {
    ...form,
    /** The form opened with words kept from before. */
    hasDraft,
    /** Goes back to what is saved. */
    startAgain() {
      setBegun({ initial: initialNow, seen: seenNow })
      setHasDraft(false)
      form.reset(initialNow)
      if (name !== null) dropDraft(name)
    },
    /** Forgets the kept words: they are saved. */
    done: () => name !== null && dropDraft(name),
    /** The fields that differ from what the person began from. */
    changes: (values: T): Partial<T> => changesBetween(begun.initial, values),
    /** What they began from, as the form has it; and its record, for the change that is recorded. */
    began: begun.initial,
    seen: begun.seen,
  }
}

/** The fields of `after` that differ. */
const changesBetween = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof T])),
  ) as Partial<T>
