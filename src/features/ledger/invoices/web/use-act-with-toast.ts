import { useState } from 'react'
import { sentenceOf } from '#platform/web/api.ts'
import { toast } from '#ui/toast-store.ts'

type ToastText = { title: string; description: string }

/** Runs an action on the server, and shows its result or why it failed; also whether it is still running. */
export function useActWithToast(): { isBusy: boolean; act: (what: () => Promise<ToastText>) => Promise<void> } {
  const [isBusy, setBusy] = useState(false)
  const act = async (what: () => Promise<ToastText>) => {
    setBusy(true)
    try {
      toast(await what())
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, act }
}
