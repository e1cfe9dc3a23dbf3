import { expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { openByteStore } from '#platform/web/files/byte-store.ts'

const open = () => openByteStore({ owner: { practiceId: uuidv7(), personId: uuidv7(), deviceId: uuidv7() } })
const photo = new Blob([new Uint8Array(600 * 1024).fill(7)])

test('a file is as it was, is listed, and is nowhere once removed', async () => {
  const bytes = await open()
  expect(bytes.kind).toBe('opfs')
  const slices: number[] = []
  await bytes.write('near-fore', photo, (slice) => slices.push(slice.length))
  expect(slices.reduce((sum, one) => sum + one)).toBe(photo.size)
  expect(await (await bytes.read('near-fore'))?.arrayBuffer()).toEqual(await photo.arrayBuffer())
  expect((await bytes.list()).map((one) => one.name)).toEqual(['near-fore'])
  await bytes.remove('near-fore')
  await bytes.remove('near-fore')
  expect(await bytes.read('near-fore')).toBeUndefined()
  expect(await bytes.list()).toEqual([])
})

test('the list is made while files are written and removed', async () => {
  const bytes = await open()
  const names = Array.from({ length: 40 }, (_, at) => `photo-${at}`)
  await bytes.write('stays', photo, () => undefined)
  for (const name of names) await bytes.write(name, new Blob([name]), () => undefined)
  const lists = Array.from({ length: 5 }, () => bytes.list())
  const meanwhile = names.flatMap((name) => [bytes.remove(name), bytes.write(`${name}-again`, new Blob([name]), () => undefined)])
  for (const list of await Promise.all(lists)) expect(list.map((one) => one.name)).toContain('stays')
  await Promise.all(meanwhile)
  expect(await bytes.list()).toHaveLength(41)
})
