import { createHash } from 'node:crypto'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'
import { networkOf } from './cut-film.ts'

/** 400 kbit a second on their way up, and so long until anything answers: a phone with hardly a signal. */
const [UP, LATENCY_MS] = [50_000, 400]
/** More than twice what twenty films take on a quiet machine. */
export const LONGEST_GO_MS = 300_000
/** What a row says while nothing comes through. */
export const CUT = 'No connection. It carries on when there’s signal.'

/** A film by its name, its bytes, and their hash. */
type SlowFilm = { name: string; mimeType: string; buffer: Buffer; sha256: string }

/** Which of so many films the network goes on: one that is on its way long enough to be cut. */
const cutOf = (count: number) => Math.floor(count / 2)

/** So many films of a horse, each like no other, and none that could be packed on its way; 128 kB, and the one that is cut 512. */
export const filmsOf = (count: number, horse: string): SlowFilm[] =>
  Array.from({ length: count }, (_, at) => denseFilm({ name: `IM${at + 1}`, horse, rows: at === cutOf(count) ? 1024 : 256, seed: at }))

/** A film of a horse that nothing packs, of 512 bytes a row; with each seed like no other. */
export function denseFilm({ name, horse, rows, seed }: { name: string; horse: string; rows: number; seed: number }): SlowFilm {
  const picture = { columns: 256, rows }
  const pixels = words(Array.from({ length: picture.columns * rows }, (_, n) => Math.imul(n + seed * 1_000_003, 0x9e3779b1) >>> 16))
  const buffer = Buffer.from(writeDicom({ elements: pictureElements(picture, [[0x00100010, 'PN', `Rees^${horse}`]]), pixels }))
  return { name, mimeType: '', buffer, sha256: createHash('sha256').update(buffer).digest('hex') }
}

/**
 * Sends films from a page of the portal by a slow network, cuts it while one in the middle is on its way, and lets it go on once that was tried again in
 * vain. What each row said from then on until all were sent, which was cut, and how often bytes or films were given.
 */
export async function sendSlowly(page: Page, films: readonly SlowFilm[]) {
  const cut = films[cutOf(films.length)]?.name ?? ''
  const network = await networkOf(page, LATENCY_MS)
  await network(UP)
  await page.evaluate(NOTE_WORDS)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.getByLabel('Choose files').setInputFiles(films.map(({ sha256: _, ...film }) => film))
  const row = page.locator('[data-upload] li').filter({ has: page.getByText(cut, { exact: true }) })
  await row.getByText(/^[1-4]\d %$/).waitFor({ timeout: LONGEST_GO_MS })
  await network('cut')
  await row.getByText(CUT).waitFor()
  await page.waitForRequest((request) => request.url().endsWith('/api/my/uploads'))
  await network(UP)
  const states = () => page.locator('[data-upload] li > span').allTextContents()
  await expect.poll(states, { timeout: LONGEST_GO_MS, interval: 500 }).toEqual(films.map(() => 'Sent'))
  await network('whole')
  const gave = asked.filter((each) => each.startsWith('PUT ') || each === 'POST /api/my/files').length
  return { shown: await page.evaluate<Record<string, string[]>>('window.shownWords'), cut, gave }
}

/** That a row told how far its film was: on and on, and of a cut only where there was one. */
export function expectProgress(said: readonly string[], isCut: boolean, name: string) {
  expect([said[0], said.at(-1), said.includes(CUT)], name).toEqual(['Waiting', 'Sent', isCut])
  const parts = said.filter((each) => each.endsWith(' %')).map((each) => Number.parseInt(each, 10))
  expect(parts.filter((part) => part > 0 && part < 100).length, name).toBeGreaterThan(0)
  // What was on its way as the network went is sent again.
  if (!isCut) expect(parts, name).toEqual(parts.toSorted((one, other) => one - other))
}

/* What each row says, in order. A string, because this program knows no DOM. */
const NOTE_WORDS = `(() => {
  window.shownWords = {}
  new MutationObserver(() => {
    for (const row of document.querySelectorAll('[data-upload] li')) {
      const [name, words] = [row.querySelector('b').textContent, row.querySelector('span').textContent]
      const said = (window.shownWords[name] ??= [])
      if (words && words !== said.at(-1)) said.push(words)
    }
  }).observe(document.querySelector('[data-upload] ul'), { subtree: true, childList: true, characterData: true })
})()`
