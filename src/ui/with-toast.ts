import { toast } from '#ui/toast-store.ts'

const GONE = "It's no longer on this device."

/** Does something on the device and shows what happened, with a way back; an error shows that nothing was recorded. */
export async function withToast(
  title: string,
  description: string,
  work: () => Promise<(() => Promise<boolean>) | boolean | undefined>,
): Promise<void> {
  try {
    const done = await work()
    if (!done) return toastFailed(title, GONE)
    toast({ title, description, ...(typeof done === 'function' && { action: { label: 'Undo', run: () => void takeBack(done) } }) })
  } catch {
    toastFailed(title, "This device couldn't save it. Try again.")
  }
}

async function takeBack(undo: () => Promise<boolean>) {
  const isBack = await undo().catch(() => false)
  if (isBack) toast({ title: 'Undone', description: "It's back as it was." })
  else toastFailed('Undo', GONE)
}

const toastFailed = (what: string, why: string) => void toast({ variant: 'destructive', title: 'Error', description: `${what}: ${why}` })
