/**
 * Why a far side refused a request. `sign_in`: the key is wrong, expired or revoked. `not_allowed`: the key may not do this. `gone`: what
 * was requested is not there. `conflict`: it was changed there since we read it. `resync`: the cursor is no longer known there. `later`: it
 * is busy or silent; `afterMs`: how long it wants us to wait. `refused`: it won't have this, ever; `sentence`: why, in words for people.
 */
export type RefusalKind = 'sign_in' | 'not_allowed' | 'gone' | 'conflict' | 'resync' | 'later' | 'refused'

/** All that a connector may throw. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly kind: RefusalKind
  readonly sentence: string | undefined
  readonly afterMs: number | undefined
  constructor(kind: RefusalKind, { sentence, afterMs, cause }: { sentence?: string; afterMs?: number; cause?: unknown } = {}) {
    super(sentence ?? kind, { cause })
    this.kind = kind
    this.sentence = sentence
    this.afterMs = afterMs
  }
}
