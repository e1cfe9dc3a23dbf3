import type { Post, PostAnswer, Target, TargetState } from '#features/office/posts/contract.ts'
import type { BadgeTone } from '#ui/Badge.tsx'

/** How a post stands at a network, in a word. */
export const STATES: Readonly<Record<TargetState, { word: string; tone: BadgeTone }>> = {
  waiting: { word: 'Waiting', tone: 'due' },
  sending: { word: 'Being posted', tone: 'due' },
  rehearsed: { word: 'Test version: not sent', tone: 'neutral' },
  posted: { word: 'Posted', tone: 'ok' },
  refused: { word: 'Not posted', tone: 'late' },
  doubt: { word: 'In doubt', tone: 'due' },
  left: { word: 'Left out', tone: 'neutral' },
  removing: { word: 'Being taken down', tone: 'due' },
  still_up: { word: 'Still up there', tone: 'late' },
  down: { word: 'Taken down', tone: 'neutral' },
}

const WORDS: Readonly<Record<PostAnswer, string>> = {
  there: 'It’s there',
  again: 'Post again',
  leave: 'Leave it out',
  gone: 'It’s gone now',
}

/** What a person presses to say so. */
export const answerWords = (answer: PostAnswer, state: TargetState): string =>
  answer === 'again' && state === 'refused' ? 'Try again' : WORDS[answer]

/** Names of networks as a sentence has them: Facebook, Instagram and Bluesky. */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** How a post stands at each network it is meant for; one that the server hasn't seen yet waits. */
export const targetsOf = ({
  networks,
  targets,
  pressedAt,
}: Pick<Post, 'networks' | 'targets' | 'pressedAt'>): [network: string, target: Target][] =>
  [...new Set([...networks, ...Object.keys(targets)])].map((network) => [network, targets[network] ?? { ...UNSEEN, at: pressedAt ?? '' }])

const UNSEEN = { state: 'waiting', url: null, sentence: null } as const

const THERE: ReadonlySet<TargetState> = new Set(['sending', 'posted', 'doubt', 'removing', 'still_up'])

/** Where a post is, or may be. */
export const whereItIs = (post: Pick<Post, 'networks' | 'targets' | 'pressedAt'>): string[] =>
  targetsOf(post).flatMap(([network, { state }]) => (THERE.has(state) ? [network] : []))
