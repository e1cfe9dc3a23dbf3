import { currentMs } from '#lib/clock.ts'
import { dayAndYear, dayOf, timeOf } from '#lib/dates.ts'
import type { Copy, Queued, Rec, RecordKey } from '#platform/web/store.ts'

/** What the server hasn't got, as a file: first in words, then as it is kept. */
export async function exportUnsent(copy: Copy): Promise<Blob> {
  const queue = await copy.queue.toArray()
  const recs = await copy.rec.bulkGet(queue.map((item): RecordKey => [item.entity, item.id]))
  const changes = queue.map((item, at) => inWords(item, recs[at]))
  const what = {
    about: 'Changes made on this device that Pritchel’s server has not taken yet.',
    exportedAt: whenOf(currentMs()),
    changes,
    queue,
  }
  return new Blob([JSON.stringify(what, null, 2)], { type: 'application/json' })
}

const VERBS = { CREATE: 'Added', UPDATE: 'Changed', DELETE: 'Removed' }

function inWords(item: Queued, rec: Rec | undefined) {
  const { name, title } = { ...rec?.base, ...rec?.data }
  return {
    what: `${VERBS[item.action]} in ${item.entity.replace('_', ' ')}: ${name ?? title ?? item.localId}`,
    when: whenOf(item.createdAt),
    state: item.error?.message ?? 'Waiting to be sent',
    ...(item.action === 'DELETE' ? {} : { now: item.shown, before: item.before }),
  }
}

function whenOf(at: string | number) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${dayAndYear(dayOf(at, zone))}, ${timeOf(at, zone)}`
}
