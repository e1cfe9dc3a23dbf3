import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { currentMs } from '#lib/clock.ts'
import { canon, isUuid, offlineId, uuidOf, uuidv7 } from '#lib/ids.ts'
import { freezeAt } from '#testing/freeze.ts'

const ID = '019ab6f0-4a5e-7c3d-8e21-3f5a6b7c8d9e'

afterEach(() => vi.useRealTimers())

test('ids made one after the other are UUIDs, all different, and in the order of their making', () => {
  const made = Array.from({ length: 200 }, () => uuidv7())
  expect(made.every(isUuid)).toBe(true)
  expect(new Set(made).size).toBe(200)
  expect([...made].sort()).toEqual(made)
  expect(made[0]?.[14]).toBe('7')
})

test('each ends in chance of its own, so that two devices never draw the same', () => {
  const ends = Array.from({ length: 600 }, () => uuidv7().slice(-12))
  expect(new Set(ends).size).toBe(600)
})

test('a clock put back a little keeps the order; one that was far ahead gives the ids made after it no day of its own', () => {
  const madeAt = (time: number) => {
    freezeAt(time)
    const id = uuidv7()
    return { id, time: Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) }
  }
  const now = currentMs()
  const [first, second] = [madeAt(now + 500), madeAt(now)]
  expect(second.id > first.id).toBe(true)
  madeAt(now + 90 * 86_400_000)
  expect(madeAt(now).time).toBe(now)
})

test('what two devices make of the same key has the same id, and of another key another', () => {
  expect(uuidOf('gareth', '2026-11-24')).toBe(uuidOf('gareth', '2026-11-24'))
  expect(uuidOf('gareth', '2026-11-24')).not.toBe(uuidOf('gareth', '2026-11-25'))
  expect(uuidOf('ab', 'c')).not.toBe(uuidOf('a', 'bc'))
})

test('such an id is for ever: a build that made another would part the devices', () => {
  expect(uuidOf('gareth', '2026-11-24')).toBe('208802ae-5693-55af-88c7-2482d8acf28f')
})

test('a record has one id for life, shown with the prefix or without', () => {
  expect([canon(`offline_${ID}`), canon(ID)]).toEqual([ID, ID])
  expect([offlineId(ID), offlineId(`offline_${ID}`)]).toEqual([`offline_${ID}`, `offline_${ID}`])
  expect(canon('a_offline_')).toBe('a_offline_')
})

test('only a whole UUID is an id', () => {
  expect([ID, `offline_${ID}`, ID.slice(1), '', 'horse-7'].map(isUuid)).toEqual([true, false, false, false, false])
})

test('nothing reads a day out of an id: its maker’s clock may be wrong, and any UUID is an id', () => {
  const source = new URL('../', import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  )
  expect(files.length).toBeGreaterThan(500)
  const reading = /bit\(48\)|uuid_extract_timestamp|parseInt\([^)]*id[^)]*, 16\)/i
  expect(files.filter((name) => reading.test(readFileSync(new URL(name, source), 'utf8')))).toEqual([])
})
