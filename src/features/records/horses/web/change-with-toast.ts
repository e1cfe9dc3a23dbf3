import type { HorseChange } from '#features/records/horses/contract.ts'
import { changeHorse, type KnownHorse } from '#features/records/horses/web/data.ts'
import { toast } from '#ui/toast-store.ts'

type Change = () => Promise<boolean>

/** Changes fields of a horse and shows a toast with an undo to the previous values. */
export const changeWithToast = (horse: KnownHorse, values: HorseChange, description: string): Promise<boolean> => {
  const before = Object.fromEntries(Object.keys(values).map((field) => [field, horse[field as keyof KnownHorse]]))
  return doWithToast(
    description,
    () => changeHorse(horse.id, values),
    () => changeHorse(horse.id, before),
  )
}

/** Applies a change on the device and shows a toast with an undo; if the change fails, shows the error and returns false. */
export async function doWithToast(description: string, change: Change, undo: Change): Promise<boolean> {
  const isDone = await change().catch(() => false)
  if (isDone) toast({ title: 'Success', description: description, action: { label: 'Undo', run: () => void takeBack(undo) } })
  else toastFailed()
  return isDone
}

async function takeBack(undo: Change) {
  if (await undo().catch(() => false)) toast({ title: 'Undone', description: "It's back as it was." })
  else toastFailed()
}

const toastFailed = () => void toast({ variant: 'destructive', title: 'Error', description: "This device couldn't save it. Try again." })
