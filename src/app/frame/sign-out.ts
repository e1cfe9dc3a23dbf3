import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { callNoMore } from '#platform/web/device/call-no-more.ts'
import { signOut } from '#platform/web/session/session.ts'
import { type Choice, NotDeleted } from '#platform/web/session/signed-in.ts'
import type { Unsent } from '#platform/web/sync/unsent.ts'
import { toast } from '#ui/toast-store.ts'

type Question = { unsent: Unsent; problem?: string; isBusy?: true; answer: (choice: Choice) => void }

let question: Question | undefined
const listeners = new Set<() => void>()

/**
 * Signs out and starts afresh: nothing of the practice stays on this device. With unsent changes the user first decides what becomes of
 * them.
 */
export async function leave(): Promise<void> {
  if (!(await signedOut())) return
  await callNoMore()
  window.location.assign('/')
}

async function signedOut(problem?: string): Promise<boolean> {
  let wasAnswered = false
  const answer = (unsent: Unsent) => {
    wasAnswered = true
    return answerTo({ unsent, ...(problem && { problem }) })
  }
  try {
    return await signOut(answer)
  } catch (error) {
    // They are signed in as before, and may choose again where there is a choice.
    if (wasAnswered) return signedOut(leaveProblem(error))
    toast({ title: "You're still signed in", description: leaveProblem(error), variant: 'destructive' })
    return false
  } finally {
    setQuestion(undefined)
  }
}

/** Why what was chosen for unsent changes could not be done. */
export function leaveProblem(error: unknown): string {
  if (error instanceof NotDeleted) return 'Not everything could be deleted from this device. Close other Pritchel windows, then try again.'
  if (error instanceof Unreachable)
    return 'Keeping them here needs a connection, because the server holds the key. Save them as a file, or sign out when you have signal.'
  return `They couldn't be kept here. ${sentenceOf(error)}`
}

const answerTo = (asked: Pick<Question, 'unsent' | 'problem'>) =>
  new Promise<Choice>((resolve) => {
    const answer = (choice: Choice) => {
      setQuestion({ ...asked, answer, isBusy: true })
      resolve(choice)
    }
    setQuestion({ ...asked, answer })
  })

/** The open question, if any. */
export const currentQuestion = (): Question | undefined => question

/** Calls back when it changes; returns a function that stops it. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setQuestion(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}
