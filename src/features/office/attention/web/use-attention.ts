import { useLiveQuery } from 'dexie-react-hooks'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type AttentionText, describeAttention } from '#features/office/attention/web/attention-words.ts'
import { readNamed } from '#features/office/attention/web/read-named.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useStore } from '#platform/web/sync/current.ts'
import { readAttention } from '#platform/web/sync/resolve.ts'
import type { Store } from '#platform/web/sync/store.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A change that waits for the farrier's decision, with the number of changes that depend on it. */
export type AttentionItem = AttentionText & { dependants: number }

/** Every change that waits for a decision, in words, oldest first; undefined while it loads. */
export function useAttention(): readonly AttentionItem[] | undefined {
  const store = useStore()
  const user = useSession<CurrentUser>().user
  const zone = user?.practice.zone ?? 'Europe/London'
  const me = user ? `${user.firstName} ${user.lastName}`.trim() : undefined
  const thisYear = useToday().slice(0, 4)
  return useLiveQuery(() => (store ? listAttention(store, { zone, thisYear }, me) : []), [store, zone, thisYear, me])
}

async function listAttention(store: Store, words: { zone: string; thisYear: string }, me: string | undefined): Promise<AttentionItem[]> {
  const waiting = await readAttention(store)
  const changed = waiting.flatMap(({ entity, id, fields }) => [
    { entity, id, data: Object.fromEntries(fields.map((field) => [field.name, field.mine])) },
    { entity, id, data: Object.fromEntries(fields.map((field) => [field.name, field.theirs])) },
  ])
  const { reading, dataOf } = await readNamed(store, changed, words)
  const dependants = await Promise.all(waiting.map(({ opId }) => store.queue.where('deps').equals(opId).count()))
  return waiting.map((one, at) => ({ ...describeAttention(one, { data: dataOf(one), reading, me }), dependants: dependants[at] ?? 0 }))
}
