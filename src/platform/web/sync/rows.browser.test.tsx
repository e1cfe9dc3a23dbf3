import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { uuidv7 } from '#lib/ids.ts'
import { applyPage } from '#platform/web/sync/apply.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { record } from '#platform/web/sync/outbox.ts'
import type { RowsQuery } from '#platform/web/sync/rows-query.ts'
import type { RecordKey, Store } from '#platform/web/sync/store.ts'
import { readRow, readRows, useRow, useRows } from '#platform/web/use-rows.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

type Visit = { title: string }
let store: Store
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(async () => {
  setCurrentStore(undefined)
  await store.delete()
})

const visit = async (title: string, onDay: string, clientId = uuidv7()) => {
  const id = uuidv7()
  await record([{ action: 'CREATE', entity: 'appointments', id, data: { title, onDay, clientId } }])
  return id
}
const update = (id: string, data: object) => record([{ action: 'UPDATE', entity: 'appointments', id, data: { ...data } }])

let renders = 0
function Titles({ query }: { query: RowsQuery }) {
  const rows = useRows<Visit>('appointments', query)
  renders += 1
  return <p>{rows ? `[${rows.map((row) => row.title).sort()}]` : 'loading'}</p>
}
function Count() {
  const all = useRows<Visit>('appointments')
  return <p>{all ? `${all.length} ${all.filter((row) => row.title === 'Changed').length}` : 'loading'}</p>
}
function One({ id }: { id: string }) {
  const row = useRow<Visit>('appointments', id)
  return (
    <p>
      {row === undefined ? 'loading' : row === null ? 'none' : `${row.title} ${row.shownId.slice(0, 8)} ${row.isOffline} ${row.isPending}`}
    </p>
  )
}

test('a day, a span, a client and the whole list are read and stay current', async () => {
  const clientId = uuidv7()
  const id = await visit('Tue', '2026-11-24', clientId)
  await visit('Wed', '2026-11-25')
  const day = await render(<Titles query={{ day: '2026-11-24' }} />)
  const span = await render(<Titles query={{ from: '2026-11-24', to: '2026-11-25' }} />)
  const own = await render(<Titles query={{ clientId: `offline_${clientId}` }} />)
  const all = await render(<Titles query={{}} />)
  await expect.element(day.getByText('[Tue]').first()).toBeVisible()
  await expect.element(span.getByText('[Tue,Wed]').first()).toBeVisible()
  await update(id, { onDay: '2026-11-26', title: 'Thu' })
  await expect.element(day.getByText('[]')).toBeVisible()
  await expect.element(own.getByText('[Thu]').first()).toBeVisible()
  await expect.element(all.getByText('[Thu,Wed]')).toBeVisible()
  await record([{ action: 'DELETE', entity: 'appointments', id }])
  await expect.element(all.getByText('[Wed]').first()).toBeVisible()
})

test('a record has its shown name and its status', async () => {
  const id = await visit('Tue', '2026-11-24')
  const screen = await render(<One id={`offline_${id}`} />)
  await expect.element(screen.getByText('Tue offline_ true true')).toBeVisible()
  const gone = await render(<One id={uuidv7()} />)
  await expect.element(gone.getByText('none')).toBeVisible()
  expect(await readRow<Visit>('appointments', id)).toMatchObject({ id, shownId: `offline_${id}`, title: 'Tue' })
})

test('a change elsewhere renders nothing here', async () => {
  await visit('Tue', '2026-11-24')
  const screen = await render(<Titles query={{ day: '2026-11-24' }} />)
  await expect.element(screen.getByText('[Tue]')).toBeVisible()
  const before = renders
  await record([{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' } }])
  const other = await render(<One id={await visit('Fri', '2026-11-27')} />)
  await expect.element(other.getByText(/^Fri/)).toBeVisible()
  expect(renders).toBe(before)
})

test('10,000 visits: a day is read alone, and one edit costs one row', async () => {
  const days = Array.from({ length: 500 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    entity: 'appointments' as const,
    id: uuidv7(),
    rev: 1,
    seq: n + 1,
    deleted: false,
    data: { title: `Visit ${n}`, onDay: days[n % 500], notes: 'The grey one first, then the pony by the gate.' },
  }))
  await applyPage(store, undefined, { epoch: uuidv7(), view: uuidv7(), cursor: 10_000, more: false, rows })
  for (const day of days.slice(0, 20)) {
    expect(await readRows('appointments', { day })).toHaveLength(20)
  }
  const screen = await render(<Count />)
  await expect.element(screen.getByText('10000 0')).toBeVisible()
  let read = 0
  const counted = (rec: unknown) => {
    read += 1
    return rec
  }
  store.rec.hook('reading').subscribe(counted)
  await update(rows[77]?.id ?? '', { title: 'Changed' })
  await expect.element(screen.getByText('10000 1')).toBeVisible()
  store.rec.hook('reading').unsubscribe(counted)
  expect(read).toBeLessThan(10)
  const key: RecordKey = ['appointments', rows[77]?.id ?? '']
  expect((await store.rec.get(key))?.pending).toBe(1)
})
