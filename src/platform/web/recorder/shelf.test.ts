import { currentMs } from '#lib/clock.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { bestFormat } from '#platform/web/recorder/format.ts'
import { RecordingShelf } from '#platform/web/recorder/shelf.ts'

const owner = { personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7() }
const about = { horseId: uuidv7(), horse: 'Biscuit' }
const nobody = () => false

let shelf: RecordingShelf
beforeEach(() => {
  shelf = new RecordingShelf({ owner })
})
afterEach(() => shelf.delete())

const begin = async (startedAt = currentMs()) => {
  const id = uuidv7()
  await shelf.begin({ id, about, mime: 'audio/webm;codecs=opus', startedAt })
  return id
}
const say = (id: string, words: string, lengthMs: number) =>
  shelf.addChunk(id, { content: new Blob([words]), levels: [lengthMs], lengthMs })

/** What another page finds after this one was killed. */
async function afterTheCrash() {
  shelf.close()
  shelf = new RecordingShelf({ owner })
  return shelf.left(nobody)
}

test('words spoken until a crash are there after it, in order, to the last second that was written', async () => {
  const id = await begin(5)
  for (let second = 1; second <= 12; second += 1) await say(id, `${second};`, second * 1000)
  const [left, ...more] = await afterTheCrash()
  expect([left, more]).toMatchObject([{ id, about, startedAt: 5, lengthMs: 12_000, state: 'recording', bytes: 27 }, []])
  const { content, levels } = await shelf.soundOf(left ?? { id: '', mime: '' })
  expect([await content.text(), content.type]).toEqual(['1;2;3;4;5;6;7;8;9;10;11;12;', 'audio/webm;codecs=opus'])
  expect(levels).toEqual(Array.from({ length: 12 }, (_, second) => (second + 1) * 1000))
})

test('a chunk that fails takes no other with it', async () => {
  const id = await begin()
  await say(id, 'kept', 1000)
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('', 'QuotaExceededError')) } as unknown as Blob
  await expect(shelf.addChunk(id, { content: unreadable, levels: [], lengthMs: 2000 })).rejects.toThrow()
  expect(await afterTheCrash()).toMatchObject([{ id, lengthMs: 1000, bytes: 4 }])
})

test('what some tab is at is not offered, the rest the oldest first', async () => {
  const [live, newer, older] = [await begin(3), await begin(2), await begin(1)]
  for (const id of [live, newer, older]) await say(id, 'word', 1000)
  expect((await shelf.left((id) => id === live)).map(({ id }) => id)).toEqual([older, newer])
})

test('a discarded recording can be restored for an hour, then it is deleted with all its words', async () => {
  const id = await begin()
  await say(id, 'word', 1000)
  await shelf.mark(id, 'discarded')
  expect(await shelf.left(nobody)).toEqual([])
  await shelf.mark(id, 'stopped')
  expect(await shelf.left(nobody)).toMatchObject([{ id, state: 'stopped' }])
  await shelf.mark(id, 'discarded')
  await shelf.tidy(currentMs() + 61 * 60_000)
  expect([await shelf.recording.count(), await shelf.chunk.count()]).toEqual([0, 0])
})

test('an empty recording is forgotten; a saved one takes no other with it', async () => {
  const [empty, saved, other] = [await begin(), await begin(), await begin()]
  for (const id of [saved, other]) await say(id, 'word', 1000)
  await shelf.remove(saved)
  expect((await shelf.left(nobody)).map(({ id }) => id)).toEqual([other])
  // It may have been begun a moment ago.
  await shelf.tidy()
  expect(await shelf.recording.count()).toBe(2)
  await shelf.tidy(currentMs() + 61 * 60_000)
  expect([await shelf.recording.get(empty), await shelf.chunk.count()]).toEqual([undefined, 1])
})

test.each([
  ['an iPhone', ['audio/mp4', 'audio/mp4;codecs=mp4a.40.2'], 'audio/mp4;codecs=mp4a.40.2'],
  ['Chromium', ['audio/webm', 'audio/webm;codecs=opus', 'audio/mp4'], 'audio/webm;codecs=opus'],
  ['Firefox', ['audio/webm', 'audio/ogg', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'], 'audio/webm;codecs=opus'],
  ['something else', [''], undefined],
])('%s records as well as it can', (_, can, format) => {
  expect(bestFormat((mime) => can.includes(mime))).toBe(format)
})
