import { createHash } from 'node:crypto'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { newFilm, viewOf } from '#features/evidence/radiographs/film.ts'
import { makeLevels } from '#features/evidence/radiographs/levels.ts'
import { paint } from '#features/evidence/radiographs/paint.ts'
import { openDicom, type Radiograph, type RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'
import { type Scale, scaleWords } from '#features/evidence/radiographs/scale.ts'
import type { Size } from '#features/evidence/radiographs/view.ts'
import { shades } from '#features/evidence/radiographs/window.ts'
import { waiting } from '#testing/e2e-practice.ts'
import { codecsFromDisk as codecs } from '#testing/radiographs/codecs.ts'

/** A canvas: its size, and a hash of all its pixels. */
type Canvas = Size & { pixels: string }
/** What a viewer is to show of a film: its canvas in a room of that size, and its scale; or the sentence that refuses it. */
type Drawn = { canvas: Canvas; scale: Scale | undefined; words: string } | { sentence: string }

/** What a viewer has across on a desk; a narrower screen has another frame of the app. */
const WIDTH = 960
/** What a film is enlarged to at most, where it is smaller. */
const MOST_HEIGHT = 700
/** Of the viewer: a film of three points is no screen full. */
const MOST_ZOOM = 32

/** What a film's bytes are, read and painted without a browser. */
export async function drawnOf(bytes: Uint8Array): Promise<Drawn> {
  try {
    const film = await openDicom(bytes, { codecs, mayReadPatient: false })
    const { scale } = film.facts
    return { canvas: canvasOf(film), scale, words: scaleWords(scale) }
  } catch (error) {
    if (error instanceof Refusal) return { sentence: error.message }
    throw error
  }
}

/** A film as it opens, all of it, in its room. */
function canvasOf({ facts, first }: Radiograph): Canvas {
  const screen = roomFor(facts)
  const film = { ...newFilm(facts), screen }
  const view = viewOf(film, { width: facts.columns, height: facts.rows })
  const { pixels } = paint(makeLevels(first), screen, view, shades(first.samples, film.window, facts.tone, film.isInverted))
  return { ...screen, pixels: createHash('sha256').update(pixels).digest('hex') }
}

/** The room in which each point of a film is a square of an odd number of pixels: the middle one has the point's own shade. */
function roomFor({ columns, rows }: RadiographFacts): Size {
  const most = Math.floor(Math.min(WIDTH / columns, MOST_HEIGHT / rows))
  if (most >= MOST_ZOOM) return { width: WIDTH, height: MOST_HEIGHT }
  const zoom = Math.max(1, most - 1 + (most % 2))
  return { width: Math.max(WIDTH + ((columns * zoom) % 2), columns * zoom), height: rows * zoom }
}

/** The viewer on a page, over all else. */
export const viewerOn = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('toolbar', { name: 'Tools' }) })

/** Makes a page as large as it takes for its viewer to have that much room. */
async function giveRoom(page: Page, room: Size) {
  const box = (await viewerOn(page).getByRole('application').boundingBox()) ?? room
  const { width, height } = page.viewportSize() ?? room
  await page.setViewportSize({ width: width + room.width - box.width, height: height + room.height - box.height })
}

/** What a page's viewer shows of a film that opens, in a room of that size: its canvas, its scale, and what is measured on it, where it stands and in the list. */
export async function shownOn(page: Page, { canvas: { width, height }, words }: Extract<Drawn, { canvas: Canvas }>) {
  const room = { width, height }
  const viewer = viewerOn(page)
  await viewer.getByRole('application').waitFor()
  await giveRoom(page, room)
  const canvas = () => page.evaluate<Canvas | undefined>(CANVAS)
  // Its size is set with its pixels.
  await expect.poll(canvas, waiting('the film is painted')).toMatchObject(room)
  const list = viewer.getByRole('list', { name: 'Measurements' }).getByRole('listitem')
  await list.first().waitFor()
  return {
    canvas: await canvas(),
    words: (await viewer.getByText(words, { exact: true }).count()) === 1 ? words : null,
    onFilm: await viewer.locator('[data-figure]').allTextContents(),
    inList: await list.locator('b').allTextContents(),
  }
}

/** Measures a length across the middle of the film that a page shows. */
export async function measureOn(page: Page) {
  await viewerOn(page).getByRole('application').waitFor()
  await viewerOn(page).getByRole('button', { name: 'Add length' }).click()
}

/** How a page's viewer refuses a film. */
export const refusedOn = (page: Page) => viewerOn(page).getByRole('alert').locator('p + div').textContent()

/* A string, because this program knows no DOM. */
const CANVAS = `(async () => {
  const canvas = document.querySelector('[role=application] canvas')
  if (!canvas) return undefined
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return { width, height, pixels: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('') }
})()`
