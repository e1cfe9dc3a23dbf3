import type { HorseChange } from '#features/records/horses/contract.ts'
import { changeHorse, type KnownHorse } from '#features/records/horses/web/data.ts'
import { toast } from '#ui/toast-store.ts'

type Change = () => Promise<boolean>

/** Changes fields of a horse and says so, with the way back to what they were. */
export const changeAndSay = (horse: KnownHorse, values: HorseChange, said: string): Promise<boolean> => {
  const before = Object.fromEntries(Object.keys(values).map((field) => [field, horse[field as keyof KnownHorse]]))
  return doAndSay(
    said,
    () => changeHorse(horse.id, values),
    () => changeHorse(horse.id, before),
  )
}

/** Does something on the device and says what happened, with a way back; false, and that in words, when it could not be done. */
export async function doAndSay(said: string, change: Change, undo: Change): Promise<boolean> {
  const isDone = await change().catch(() => false)
  if (isDone) toast({ title: 'Success', description: said, action: { label: 'Undo', run: () => void takeBack(undo) } })
  else sayFailed()
  return isDone
}

async function takeBack(undo: Change) {
  if (await undo().catch(() => false)) toast({ title: 'Undone', description: 'It is as it was before.' })
  else sayFailed()
}

const sayFailed = () => void toast({ variant: 'destructive', title: 'Error', description: 'This device could not keep it. Try again.' })
