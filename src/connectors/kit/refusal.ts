/**
 * Why a far side refused a request. `sign_in`: the key is wrong, expired or revoked. `not_allowed`: the key may not do this. `gone`: what
 * was requested is not there. `conflict`: it was changed there since we read it. `resync`: the cursor is no longer known there. `later`: it
 * is busy or silent; `afterMs`: how long it wants us to wait; `isAnswered`: it did
 * answer, and has done nothing. `refused`: it won't have this, ever; `sentence`: why, in words for people.
 */
export type RefusalKind = 'sign_in' | 'not_allowed' | 'gone' | 'conflict' | 'resync' | 'later' | 'refused'

type More = { sentence?: string; afterMs?: number; isAnswered?: boolean; cause?: unknown }

/** All that a connector may throw. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly kind: RefusalKind
  readonly sentence: string | undefined
  readonly afterMs: number | undefined
  /** The far side answered, and did nothing of what was asked. Else it may have, where it is `later`. */
  readonly isAnswered: boolean
  constructor(kind: RefusalKind, { sentence, afterMs, isAnswered, cause }: More = {}) {
    super(sentence ?? kind, { cause })
    this.kind = kind
    this.sentence = sentence
    this.afterMs = afterMs
    this.isAnswered = isAnswered ?? kind !== 'later'
  }
}
