import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EventSourceLike, NewsLine } from '#platform/web/sync/news.ts'

/** A stream as the browser has it, the server's end in our hand. */
class FakeSource extends EventTarget implements EventSourceLike {
  readyState = 0
  isClosed = false
  close() {
    this.isClosed = true
  }
  say(what: 'open' | 'changed' | 'beat') {
    this.readyState = 1
    this.dispatchEvent(new Event(what))
  }
  fail(readyState: 0 | 2) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}

let sources: FakeSource[]
let clock: number
let heard: ReturnType<typeof vi.fn<() => void>>
let line: NewsLine
beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  clock = 0
  heard = vi.fn()
  line = new NewsLine(
    heard,
    () => clock,
    (url) => {
      expect(url).toBe('/api/sync/events')
      const source = new FakeSource()
      sources.push(source)
      return source
    },
  )
})
afterEach(() => {
  line.want(false)
  vi.useRealTimers()
})
const last = () => {
  const source = sources.at(-1)
  if (!source) throw new Error('no stream was opened')
  return source
}

test('it listens while the news would be seen, and fetches what was missed once the connection is open', () => {
  expect(line.isOpen).toBe(false)
  line.want(true)
  line.want(true)
  expect(sources).toHaveLength(1)
  expect(line.isOpen).toBe(false)
  last().say('open')
  expect([line.isOpen, heard.mock.calls.length]).toEqual([true, 1])
  last().say('changed')
  expect(heard).toHaveBeenCalledTimes(2)
  last().say('beat')
  expect(heard).toHaveBeenCalledTimes(2)
  line.want(false)
  expect([line.isOpen, last().isClosed]).toEqual([false, true])
})

test('a line gone silent is not trusted, and replaced', () => {
  line.want(true)
  last().say('open')
  clock = 59_999
  expect(line.isOpen).toBe(true)
  last().say('beat')
  clock += 60_000
  expect(line.isOpen).toBe(false)
  line.want(true)
  expect(sources).toHaveLength(2)
  expect(sources[0]?.isClosed).toBe(true)
  // Late events of the old line are ignored.
  heard.mockClear()
  sources[0]?.say('changed')
  expect([heard.mock.calls.length, line.isOpen]).toEqual([0, false])
})

test('a line the server ended is taken up by the browser; one refused is tried again after a while', () => {
  line.want(true)
  last().say('open')
  last().fail(0)
  expect(line.isOpen).toBe(false)
  expect(sources).toHaveLength(1)
  last().fail(2)
  line.want(true)
  expect(sources).toHaveLength(1)
  vi.advanceTimersByTime(5000)
  expect(sources).toHaveLength(2)
  last().fail(2)
  vi.advanceTimersByTime(5000)
  expect(sources).toHaveLength(2)
  vi.advanceTimersByTime(5000)
  expect(sources).toHaveLength(3)
})

test('a refused connection checks once whether the session has ended', () => {
  line.want(true)
  last().fail(2)
  expect(heard).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5000)
  last().fail(2)
  expect(heard).toHaveBeenCalledTimes(1)
})

test('while no screen is visible, nothing is retried', () => {
  line.want(true)
  last().fail(2)
  line.want(false)
  vi.advanceTimersByTime(3_600_000)
  expect(sources).toHaveLength(1)
})
