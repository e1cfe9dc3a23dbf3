import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { type Choice, signOut } from '#platform/web/session.ts'
import type { Unsent } from '#platform/web/unsent.ts'

type Question = { unsent: Unsent; problem?: string; isBusy?: true; answer: (choice: Choice) => void }

let question: Question | undefined
const listeners = new Set<() => void>()

/** Signs out and starts afresh: nothing of the practice stays on this device. With unsent changes it asks first what becomes of them. */
export async function leave(): Promise<void> {
  if (!(await signedOut())) return
  await callNoMore()
  window.location.assign('/')
}

async function signedOut(problem?: string): Promise<boolean> {
  try {
    return await signOut((unsent) => answerTo({ unsent, ...(problem && { problem }) }))
  } catch (error) {
    // Nothing has happened yet: they may choose again.
    return signedOut(keepProblem(error))
  } finally {
    ask(undefined)
  }
}

/** Why unsent changes could not be kept on the device. */
export const keepProblem = (error: unknown): string =>
  error instanceof Unreachable
    ? 'To keep them here, a connection is needed: the server holds the key. Save them as a file, or sign out when you have signal.'
    : `They could not be kept here. ${sentenceOf(error)}`

const answerTo = (asked: Pick<Question, 'unsent' | 'problem'>) =>
  new Promise<Choice>((resolve) => {
    const answer = (choice: Choice) => {
      ask({ ...asked, answer, isBusy: true })
      resolve(choice)
    }
    ask({ ...asked, answer })
  })

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
