import { ApiError, Unreachable } from '#platform/web/api.ts'
import { applyLastNumber } from '#platform/web/sync/last-number.ts'
import type { Wires } from '#platform/web/sync/pass.ts'
import type { Store } from '#platform/web/sync/store.ts'

/** What is looked at round every request of a pass. */
export type Guard = {
  /** False once another person has signed in on this browser: nothing may go out or come in under their session. */
  isOwner: () => boolean
  /** True once the pass has no business to go on: the copy was closed, or another tab has taken over. */
  isOver?: () => boolean
  /** A page of news is about to be requested. */
  beforePull?: () => void
  /** An answer came: the pass goes on. */
  onAnswer?: () => void
}

/**
 * The wires of one local copy: they send only for its owner, who is named in every request, so that the server refuses requests after a
 * change of session in between. Every answer is checked for what it reports about this device.
 */
export function guarded(store: Store, { push, pull, parts }: Wires, guard: Guard): Wires {
  const { personId, practiceId } = store.owner
  const through = async <R extends { lastK: number }>(send: () => Promise<R>): Promise<R> => {
    if (!guard.isOwner()) throw new ApiError(401, 'another session', '')
    if (guard.isOver?.()) throw new Unreachable('this pass is over')
    const answer = await send().catch(asSignedOut)
    guard.onAnswer?.()
    await applyLastNumber(store, answer.lastK)
    return answer
  }
  return {
    push: (body) => through(async () => push({ ...body, personId, practiceId })),
    pull: (query) => {
      guard.beforePull?.()
      return through(async () => pull({ ...query, personId, practiceId }))
    },
    ...(parts && { parts: (query) => through(async () => parts({ ...query, personId, practiceId })) }),
  }
}

/* The browser's session is another user's: this local copy treats it as none. */
function asSignedOut(error: unknown): never {
  if (error instanceof ApiError && error.code === 'wrong_person') throw new ApiError(401, 'another person', '')
  throw error
}
