import { useState } from 'react'
import type { Network, Post } from '#features/office/posts/contract.ts'
import { type PostFault, postFaults } from '#features/office/posts/rules.ts'
import type { Composed } from '#features/office/posts/web/data.ts'
import { currentTime } from '#lib/clock.ts'

type Typed = Omit<Composed, 'isPosted'>
/** What a post begins with. */
export type Start = Pick<Typed, 'text' | 'altText'> & {
  /** Null: all that are connected. */
  networks: readonly string[] | null
}
/** A post while it is written. */
export type Composing = ReturnType<typeof useComposed>

/** What was typed and ticked of a post, whether that differs from its beginning, and what keeps it from going once that was tried. */
export function useComposed(start: Start, networks: readonly Network[] | undefined, hasPicture: boolean) {
  const usual = start.networks ?? (networks ?? []).filter(({ isOn }) => isOn).map(({ id }) => id)
  const [typed, type] = useState<Partial<Typed>>({})
  const [wasTried, setTried] = useState(false)
  const composed: Typed = { text: start.text, altText: start.altText, networks: [...usual], isNobodyIn: false, ...typed }
  const faults = postFaults(asPost(composed, hasPicture), networks ?? [])
  return {
    composed,
    set: (change: Partial<Typed>) => type((before) => ({ ...before, ...change })),
    isChanged: () => Object.keys(typed).length > 0,
    /** What is wrong with a field, or first of all; undefined: nothing, or posting was not tried yet. */
    faultOf: (field?: PostFault['field']) => (wasTried ? faults.find((fault) => !field || fault.field === field)?.sentence : undefined),
    /** Whether nothing keeps it from going; what does is shown from then on. */
    tryPost: () => {
      setTried(true)
      return faults.length === 0
    },
  }
}

const asPost = ({ text, altText, networks, isNobodyIn }: Typed, hasPicture: boolean): Parameters<typeof postFaults>[0] => ({
  // As it is sent.
  ...({ text: text.trim(), altText: altText.trim(), networks, pictureId: hasPicture ? 'made' : null } satisfies Partial<Post>),
  nobodyAt: isNobodyIn ? currentTime().toISOString() : null,
})
