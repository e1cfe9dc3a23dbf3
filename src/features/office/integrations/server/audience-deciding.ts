import { createHash } from 'node:crypto'
import type { Audience } from '#connectors/kit/audience.ts'
import { addressHash, type Person } from '#features/office/integrations/server/audience-people.ts'
import type { Item } from '#features/office/integrations/server/deciding.ts'

/** A person to put there; `was`: what is known of the address there, perhaps under another client. */
export type Putting = { person: Person; id: string; tag: string; hash: string; was: Item | undefined }
export type Removing = { item: Item; isForGood: boolean }
export type AudienceToDo = {
  puts: Putting[]
  removes: Removing[]
  /** Subjects that are not there. */
  forgets: string[]
  /** Some are put there once something else of theirs is gone. */
  isAgain: boolean
}

type Known = { items: readonly Item[]; people: readonly Person[]; idOf: Audience['idOf']; listId: string; mayStay: ReadonlySet<string> }

/**
 * What there is to do so that exactly these people are on a list. A person who left the list stays there as one who left. One who still
 * agrees, but can't be on it, is taken off it; one who no longer agrees is deleted there. An address of two clients is one person there.
 */
export function decidePeople({ items, people, idOf, listId, mayStay }: Known): AudienceToDo {
  const [bySubject, byTag] = [new Map(items.map((item) => [item.subjectId, item])), new Map(items.map((item) => [item.remoteTag, item]))]
  const todo: AudienceToDo = { puts: [], removes: [], forgets: [], isAgain: false }
  const used = new Set<string>()
  for (const person of people) {
    const [id, tag, hash] = [idOf(person), addressHash(person.email), hashOf(person, listId)]
    const own = bySubject.get(person.uid)
    const was = own ?? byTag.get(tag)
    if (was) used.add(was.subjectId)
    if (own?.remoteId && own.remoteId !== id && own.state !== 'left') {
      todo.removes.push({ item: own, isForGood: true })
      todo.isAgain = true
    } else if (!(own?.remoteId === id && own.sentHash === hash && own.state !== 'sending')) todo.puts.push({ person, id, tag, hash, was })
  }
  for (const item of items) {
    if (used.has(item.subjectId)) continue
    if (!item.remoteId) todo.forgets.push(item.subjectId)
    else if (item.state !== 'left') todo.removes.push({ item, isForGood: item.state === 'erased' || !mayStay.has(item.subjectId) })
  }
  return todo
}

/** What there is to do so that no one of ours is there, except as one who left. */
export const decideNobody = (items: readonly Item[]): AudienceToDo => ({
  ...{ puts: [], isAgain: false },
  removes: items
    .filter(({ remoteId, state }) => remoteId && state !== 'left')
    .map((item) => ({ item, isForGood: item.state === 'erased' })),
  forgets: items.filter(({ remoteId, state }) => !remoteId || state === 'left').map(({ subjectId }) => subjectId),
})

const hashOf = ({ email, firstName, tags }: Person, listId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([email, firstName, tags, listId]))
    .digest('base64url')
