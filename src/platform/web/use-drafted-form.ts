import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { dropDraft, keepDraft, readDraft } from '#platform/web/drafts.ts'

/**
 * A form whose words outlive it: a closed dialog, a failed save or a dead tab gives them back when it is opened again. Errors are shown
 * after the first attempt. `changes` tells what differs from `initial`; `name` null keeps nothing.
 */
export function useDraftedForm<T extends FieldValues>(name: string | null, initialNow: T) {
  // What the person began from: a change that arrives meanwhile must not turn into a change of theirs.
  const [initial, setInitial] = useState(initialNow)
  const [draft] = useState(() => (name === null ? undefined : (readDraft(name) as Partial<T> | undefined)))
  const [hasDraft, setHasDraft] = useState(draft !== undefined)
  const form = useForm<T>({ defaultValues: { ...initial, ...draft } as DefaultValues<T> })
  useEffect(() => {
    if (name === null) return
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => (Object.keys(changesBetween(initial, values)).length ? keepDraft(name, values) : dropDraft(name)),
    })
  }, [form, name, initial])
  return {
    ...form,
    /** The form opened with words kept from before. */
    hasDraft,
    /** Goes back to what is saved. */
    startAgain() {
      setInitial(initialNow)
      setHasDraft(false)
      form.reset(initialNow)
      if (name !== null) dropDraft(name)
    },
    /** Forgets the kept words: they are saved. */
    done: () => name !== null && dropDraft(name),
    /** The fields that differ from what the person began from. */
    changes: (values: T): Partial<T> => changesBetween(initial, values),
  }
}

/** The fields of `after` that differ. */
const changesBetween = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof T])),
  ) as Partial<T>
