import { signOut } from '#platform/web/session.ts'

type Question = { waiting: number; answer: (yes: boolean) => void }

let question: Question | undefined
const listeners = new Set<() => void>()

/** Signs out and starts afresh; with unsent changes it asks first, since they stay on this device. */
export async function leave(): Promise<void> {
  const isGone = await signOut((waiting) => new Promise<boolean>((resolve) => ask({ waiting, answer: resolve })))
  ask(undefined)
  if (!isGone) return
  await callNoMore()
  window.location.assign('/')
}

/** What is nobody's any more must not be called: its push service says so to the server, which forgets it. */
async function callNoMore(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}

/** The question now asked, if any. */
export const currentQuestion = (): Question | undefined => question

/** Calls back when it changes; returns how to stop. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function ask(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}
