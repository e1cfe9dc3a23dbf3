import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { RadiographPanel } from '#features/evidence/radiographs/web/RadiographPanel.tsx'
import { openReader } from '#features/evidence/radiographs/web/reader.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { type DicomElement, pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'
import '#ui/styles.css'

const PLATE = { columns: 400, rows: 300 }
const POINTS = PLATE.columns * PLATE.rows
/** Dark to the left and light to the right, half a millimetre a point; every frame but the first is all dark. */
const plate = (more: readonly DicomElement[] = [], frames = 1) =>
  new Blob([
    writeDicom({
      elements: pictureElements({ ...PLATE, stored: 12 }, [
        [0x00100010, 'PN', 'Penrose^Biscuit'],
        [0x00181164, 'DS', '0.5\\0.5'],
        [0x00281050, 'DS', '2000\\800'],
        [0x00281051, 'DS', '4000\\400'],
        [0x00281055, 'LO', 'WIDE\\BONE'],
        ...more,
      ]),
      pixels: words(Array.from({ length: POINTS * frames }, (_, n) => (n < POINTS ? n % PLATE.columns : 0) * 10)),
    }) as Uint8Array<ArrayBuffer>,
  ])

const labels = { fileName: 'IM0001.dcm', foot: 'NF', view: 'lateral', horseName: 'Biscuit', takenOn: '2026-09-21' } as const
type Props = Partial<Parameters<typeof RadiographPanel>[0]>
const closed = vi.fn()

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closed.mockClear())

async function open(props: Props = {}) {
  const screen = await render(
    <main>
      <h1>Biscuit</h1>
      <RadiographPanel id="film" blob={plate()} labels={labels} others={[]} mayReadPatient={false} onClose={closed} {...props} />
    </main>,
  )
  const dialog = screen.getByRole('dialog', { name: 'NF lateral' })
  await expect.element(dialog).toBeVisible()
  return { screen, dialog, film: dialog.getByRole('application') }
}
type Opened = Awaited<ReturnType<typeof open>>

/** Red of the pixel at a part of the canvas, once it is painted. */
function shade(part: number, index = 0): number | undefined {
  const canvas = document.querySelectorAll('canvas')[index]
  if (!canvas) return undefined
  const { data } = canvas.getContext('2d')?.getImageData(canvas.width * part, canvas.height / 2, 1, 1) ?? {}
  return data?.[3] === 255 ? data[0] : undefined
}

/** A drag from one place of the picture to another, as it lies on the screen when all of it is shown. */
async function drag({ film }: Opened, from: [number, number], to: [number, number]) {
  const { width, height } = film.element().getBoundingClientRect()
  const zoom = Math.min(width / PLATE.columns, height / PLATE.rows)
  const pixel = ([x, y]: [number, number]) => ({
    x: width / 2 + (x - PLATE.columns / 2) * zoom,
    y: height / 2 + (y - PLATE.rows / 2) * zoom,
  })
  await userEvent.dragAndDrop(film, film, { sourcePosition: pixel(from), targetPosition: pixel(to) })
}

test('it opens with the file’s window, shows its subject, and names no patient', async () => {
  const { dialog } = await open()
  await expect.poll(() => shade(0.2)).toBeLessThan(80)
  expect(shade(0.8)).toBeGreaterThan(170)
  await expect.element(dialog.getByText('Biscuit, 21 Sep 2026')).toBeVisible()
  await expect.element(dialog.getByLabelText('Window')).toHaveDisplayValue('WIDE')
  await expect.element(dialog.getByText('Lengths in millimetres at the detector: the foot itself is a little smaller.')).toBeVisible()
  await expect.element(dialog.getByText('Penrose')).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
})

test('a window is chosen, typed, or dragged, and inverting turns the shades round', async () => {
  const opened = await open()
  const { dialog } = opened
  await expect.poll(() => shade(0.25)).toBeLessThan(80)
  await dialog.getByLabelText('Window').selectOptions('BONE')
  await expect.poll(() => shade(0.5)).toBe(255)
  await dialog.getByLabelText('Centre').fill('3900')
  await expect.poll(() => shade(0.5)).toBe(0)
  await expect.element(dialog.getByLabelText('Window')).toHaveDisplayValue('By hand')
  await dialog.getByRole('button', { name: 'Light' }).click()
  await drag(opened, [50, 250], [50, 50])
  await expect.poll(() => Number((dialog.getByLabelText('Centre').element() as HTMLInputElement).value)).toBeLessThan(3800)
  await dialog.getByLabelText('Window').selectOptions('WIDE')
  await dialog.getByRole('button', { name: 'Invert' }).click()
  await expect.poll(() => shade(0.2)).toBeGreaterThan(170)
  expect(shade(0.8)).toBeLessThan(80)
})

test('a length of known size comes to it, is moved by keys, and is taken away', async () => {
  const opened = await open()
  const { dialog } = opened
  await expect.poll(() => shade(0.5)).toBeDefined()
  await dialog.getByRole('button', { name: 'Length', exact: true }).click()
  await drag(opened, [100, 150], [300, 150])
  const list = dialog.getByRole('list', { name: 'Measurements' })
  // 200 points of half a millimetre; a mouse is always on whole pixels.
  await expect.element(list.getByText(/^(99|100)\.\d mm$/)).toBeVisible()
  const before = Number.parseFloat(list.getByText(/mm$/).element().textContent ?? '')
  const end = dialog.getByRole('button', { name: /^Length 1, other end/ })
  ;(end.element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowRight}{ArrowRight}')
  await expect.element(list.getByText(`${(before + 6).toFixed(1)} mm`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add angle' }).click()
  await expect.element(list.getByText('26.6°')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await dialog.getByRole('button', { name: 'Remove length 1' }).click()
  await expect.element(list.getByText('Length 1')).not.toBeInTheDocument()
})

test('Escape leaves a measurement first, and the radiograph second', async () => {
  const opened = await open()
  await expect.poll(() => shade(0.5)).toBeDefined()
  await opened.dialog.getByRole('button', { name: 'Angle', exact: true }).click()
  await drag(opened, [100, 150], [300, 150])
  await userEvent.keyboard('{Escape}')
  expect(closed).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledOnce()
})

test('keys and buttons zoom and move it, and it is shown whole again', async () => {
  const { dialog, film } = await open()
  await expect.poll(() => shade(0.2)).toBeLessThan(80)
  const whole = shade(0.2) as number
  ;(film.element() as HTMLElement).focus()
  await userEvent.keyboard('+++')
  await expect.poll(() => shade(0.2)).toBeGreaterThan(whole + 30)
  const near = shade(0.2) as number
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(() => shade(0.2)).toBeGreaterThan(near)
  await dialog.getByRole('button', { name: 'Fit' }).click()
  await expect.poll(() => shade(0.2)).toBe(whole)
})

test('two fingers zoom, whichever tool is in hand, and draw nothing', async () => {
  const { dialog, film } = await open()
  await expect.poll(() => shade(0.2)).toBeLessThan(80)
  const whole = shade(0.2) as number
  await dialog.getByRole('button', { name: 'Length', exact: true }).click()
  const box = film.element() as HTMLElement
  // Made by hand, a finger can't be held.
  box.setPointerCapture = () => undefined
  const { left, top, width, height } = box.getBoundingClientRect()
  const finger = (type: string, pointerId: number, part: number) =>
    box.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, cancelable: true, pointerId, pointerType: 'touch', button: 0, buttons: 1 },
        ...{ clientX: left + width * part, clientY: top + height / 2 },
      }),
    )
  finger('pointerdown', 1, 0.45)
  finger('pointerdown', 2, 0.55)
  for (const part of [0.6, 0.65, 0.7]) finger('pointermove', 2, part)
  for (const part of [0.4, 0.35, 0.3]) finger('pointermove', 1, part)
  finger('pointerup', 1, 0.3)
  finger('pointerup', 2, 0.7)
  await expect.poll(() => shade(0.2)).toBeGreaterThan(whole + 30)
  await expect.element(dialog.getByRole('list', { name: 'Measurements' })).not.toBeInTheDocument()
})

test('the patient in the file is shown to members who may see it', async () => {
  const { dialog } = await open({ mayReadPatient: true })
  await expect.element(dialog.getByRole('region', { name: 'In the file' }).getByText('Penrose Biscuit')).toBeVisible()
})

test('a second one opens next to it, with its own tools, also on a phone', async () => {
  await page.viewport(375, 700)
  const other = { id: 'b', label: 'NF lateral, 3 Aug 2026', load: () => Promise.resolve(plate([[0x00280004, 'CS', 'MONOCHROME1']])) }
  const { dialog } = await open({ others: [other] })
  await expect.poll(() => shade(0.2)).toBeLessThan(80)
  await dialog.getByRole('button', { name: 'Beside' }).click()
  await dialog.getByLabelText('Beside it').selectOptions(other.label)
  await expect.poll(() => shade(0.2, 1)).toBeGreaterThan(170)
  await dialog.getByRole('button', { name: 'Invert' }).click()
  await expect.poll(() => shade(0.2, 1)).toBeLessThan(80)
  expect(shade(0.2)).toBeLessThan(80)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  for (const button of dialog.getByRole('button').elements()) expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  expect(await axeFindings()).toEqual([])
})

test('frames are gone through one by one', async () => {
  const { dialog } = await open({ blob: plate([[0x00280008, 'IS', '2']], 2) })
  await expect.element(dialog.getByRole('slider', { name: 'Picture 1 of 2' })).toBeVisible()
  await expect.poll(() => shade(0.8)).toBeGreaterThan(170)
  ;(dialog.getByRole('slider').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(dialog.getByRole('slider', { name: 'Picture 2 of 2' })).toBeVisible()
  await expect.poll(() => shade(0.8)).toBe(0)
})

test.each(['jpegls', 'j2k', 'lossless-1'])('one that a codec must unpack (%s) opens', async (name) => {
  const sample = await fetch(new URL(`../../../../testing/radiographs/samples/${name}.dcm`, import.meta.url))
  await open({ blob: await sample.blob() })
  await expect.poll(() => shade(0.5)).toBeGreaterThan(40)
})

test.each([
  ['broken', plate().slice(0, 5000), 'The file is cut short.'],
  ['no radiograph', new Blob(['<!DOCTYPE html>']), "This isn't a DICOM file or a picture that can be shown here."],
  [
    'a damaged picture',
    new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 9, 0, 9, 3, ...new Array(50).fill(7))]),
    "The file is damaged and can't be read.",
  ],
])('a file that is %s is refused in plain words, and there is nothing to try again', async (_, blob, sentence) => {
  const { dialog } = await open({ blob })
  await expect.element(dialog.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Invert' })).toBeDisabled()
})

test('one that is not on this device shows that, and opens on another try', async () => {
  const load = vi.fn<() => Promise<Blob>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(plate())
  const { dialog } = await open({ others: [{ id: 'b', label: 'OF', load }] })
  await dialog.getByLabelText('Beside it').selectOptions('OF')
  await expect.element(dialog.getByText("This radiograph isn't on this device. Open it once when you have signal.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => shade(0.2, 1)).toBeDefined()
})

describe('a worker that', () => {
  const terminated = vi.fn()
  class Silent extends EventTarget {
    postMessage() {}
    terminate = terminated
  }
  beforeEach(() => {
    vi.stubGlobal('Worker', Silent)
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    terminated.mockClear()
  })
  test('never answers is stopped, and the file refused', async () => {
    const { opened } = openReader(plate(), false)
    const refused = expect(opened).rejects.toMatchObject({ reason: 'too-long' })
    await vi.advanceTimersByTimeAsync(40_000)
    await refused
    expect(terminated).toHaveBeenCalledOnce()
  })
  test('can not be had is shown as missing', async () => {
    const made: Silent[] = []
    vi.stubGlobal(
      'Worker',
      class extends Silent {
        constructor() {
          super()
          made.push(this)
        }
      },
    )
    const { opened } = openReader(plate(), false)
    made[0]?.dispatchEvent(new Event('error'))
    await expect(opened).rejects.toMatchObject({ reason: 'missing-part' })
  })
})

test('an ordinary picture opens as well', async () => {
  const canvas = new OffscreenCanvas(40, 30)
  const context = canvas.getContext('2d')
  context?.fillRect(0, 0, 40, 30)
  const { dialog } = await open({ blob: await canvas.convertToBlob({ type: 'image/png' }) })
  await expect.poll(() => shade(0.5)).toBe(0)
  await expect.element(dialog.getByText('Lengths in pixels: the file gives no scale.')).toBeVisible()
})

test('a radiograph that is drawn for the demo opens, with a scale', async () => {
  const { default: address } = await import('../../../../../db/pictures/duchess-nf-lateral-0.dcm?url')
  const blob = await (await fetch(address)).blob()
  const { dialog } = await open({ blob })
  await expect.poll(() => shade(0.5)).toBeGreaterThan(60)
  await expect.element(dialog.getByText('Lengths in millimetres at the detector: the foot itself is a little smaller.')).toBeVisible()
})
