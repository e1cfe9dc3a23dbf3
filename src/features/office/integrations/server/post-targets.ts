import type { PostItem } from '#features/office/integrations/server/post-items.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import type { Target, TargetState } from '#features/office/posts/contract.ts'

type Connection = Pick<ConnectionRow, 'enabled' | 'is_ending' | 'status' | 'failures' | 'sentence'>
/** A post at one network; `isUp`: it is to be there. */
export type Standing = {
  name: string
  isUp: boolean
  was: Target | undefined
  connection: Connection | undefined
  item: PostItem | undefined
  now: Date
}

/** How a post stands at a network, as far as nothing is sent; undefined: it never went near. What is settled there stays as it is. */
export function targetOf(standing: Standing): Target | undefined {
  const { isUp, was, now } = standing
  const is = isUp ? upOf(standing) : downOf(standing)
  if (!is || is === was) return is
  const isSame = was?.state === is.state && was.url === is.url && was.sentence === is.sentence
  return isSame ? was : { ...is, at: now.toISOString() }
}

type Settled = Target | Omit<Target, 'at'>
const OPEN: ReadonlySet<TargetState> = new Set(['waiting', 'sending', 'removing'])

function upOf({ name, was, connection, item }: Standing): Settled & { at: string } {
  const at = was?.at ?? ''
  if (was && !OPEN.has(was.state)) return was
  const waits = (sentence: string | null): Target => ({ state: 'waiting', url: null, sentence, at })
  if (!connection) return waits(`${name} isn’t connected. It goes once it is.`)
  if (!connection.enabled) return waits(`${name} is switched off. It goes once it’s on.`)
  const trouble = troubleOf(connection, name)
  if (trouble) return waits(trouble)
  if (item) return { state: 'sending', url: null, sentence: null, at }
  return waits(was?.state === 'waiting' && was.sentence === PICTURE_AWAITED ? PICTURE_AWAITED : null)
}

/** Why a post waits whose picture has not come. */
export const PICTURE_AWAITED = 'Its picture is still on its way.'

const MAY_BE_THERE: ReadonlySet<TargetState> = new Set(['posted', 'doubt', 'removing', 'still_up'])

function downOf({ name, was, connection, item }: Standing): (Settled & { at: string }) | undefined {
  if (!was || was.state === 'down') return was
  const { url, at } = was
  const isThere = item ? item.remoteId !== null || item.publishingAt !== null : MAY_BE_THERE.has(was.state)
  if (!isThere) return { state: 'down', url: null, sentence: null, at }
  const stillUp = (sentence: string): Target => ({ state: 'still_up', url, sentence, at })
  if (!connection) return stillUp(`${name} is no longer connected, so it’s still up there. Take it down there.`)
  if (!item) return was.state === 'still_up' ? was : stillUp(`We don’t know which one it is on ${name}. Take it down there.`)
  if (item.isByHand) return stillUp(item.sentence ?? byHandWords(name))
  if (!connection.enabled && !connection.is_ending)
    return stillUp(`${name} is switched off, so it’s still up there. It’s taken down once it’s on again, or take it down there.`)
  return { state: 'removing', url, sentence: troubleOf(connection, name), at }
}

/** What a person is told of a post that only they can take down. */
export const byHandWords = (name: string): string => `${name} doesn’t let us take it down. Take it down there.`

const troubleOf = ({ status, failures, sentence }: Connection, name: string): string | null =>
  status === 'error' || failures > 0 ? `${name}: ${sentence ?? 'It is not answering. We keep trying.'}` : null
