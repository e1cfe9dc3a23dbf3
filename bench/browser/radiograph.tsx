import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { useVetBook } from '#app/pages/my/care/vet-book.ts'
import type { KeptMark, MarkBook } from '#features/evidence/radiographs/kept.ts'
import { RadiographPanel } from '#features/evidence/radiographs/web/RadiographPanel.tsx'
import { pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'
import { putBare } from '../baselines/radiograph.tsx'
import '#ui/styles.css'

/** A plate of 16 million points, 16 bits each. */
const SIDE = 4000
const labels = { fileName: 'IM0001.dcm', foot: 'NF', view: 'lateral', horseName: 'Biscuit', takenOn: '2026-09-21' } as const

/** The page's commands: opens the file until it is visible, or puts its shades on a bare canvas; milliseconds. */
declare global {
  interface Window {
    radiograph: { ours: () => Promise<number>; vets: () => Promise<number>; bare: () => Promise<number> }
  }
}

const points = Uint16Array.from({ length: SIDE * SIDE }, (_, n) => 20_000 + (((n % SIDE) * 7 + Math.floor(n / SIDE) * 5) % 30_000))
const elements = pictureElements({ columns: SIDE, rows: SIDE }, [[0x00181164, 'DS', '0.1\\0.1']])
const blob = new Blob([writeDicom({ elements, pixels: words(points) }) as Uint8Array<ArrayBuffer>])
const shades = new ImageData(SIDE, SIDE)
new Uint32Array(shades.data.buffer).set(points.map((point) => point >> 8))

const shown = { id: 'IM0001', blob, labels, others: [], mayReadPatient: false, onClose: () => undefined }
const marks: KeptMark[] = Array.from({ length: 20 }, (_, n) => ({
  ...{
    id: `m${n}`,
    filmId: 'IM0001',
    kind: 'length',
    frame: 0,
    label: null,
    authorName: 'Mia Bevan',
    on: '2026-11-20',
    isOwn: n % 2 === 0,
  },
  places: [
    { x: 100 * n, y: 100 },
    { x: 3000, y: 150 * n },
  ],
}))

/* Both show twenty measurements: a farrier's from the device, a vet's as the server answers. */
const FarriersFilm = () => <RadiographPanel {...shown} book={FARRIERS} />
const FARRIERS: MarkBook = { marks, measuresAs: 'Gareth', keep: async () => true }
function VetsFilm() {
  const { book } = useVetBook({ slug: 'bench', filmId: 'IM0001', mayMeasure: true })
  return <RadiographPanel {...shown} book={book} />
}
const answer = marks.map(({ filmId: _, on, ...mark }) => ({ ...mark, madeAt: `${on}T10:00:00.000Z` }))
const asked = window.fetch
window.fetch = (input, init) =>
  String(input).endsWith('/marks')
    ? Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }))
    : asked(input, init)

/* From the file to its first picture: worker, reading, window, painting, the whole panel. */
async function firstPaint(film: ReactNode): Promise<number> {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  const put = CanvasRenderingContext2D.prototype.putImageData
  const from = performance.now()
  const painted = new Promise<void>((resolve) => {
    CanvasRenderingContext2D.prototype.putImageData = function (this: CanvasRenderingContext2D, data: ImageData) {
      put.apply(this, [data, 0, 0] as unknown as Parameters<typeof put>)
      resolve()
    } as typeof put
  })
  root.render(film)
  await painted
  await seen()
  const ms = performance.now() - from
  CanvasRenderingContext2D.prototype.putImageData = put
  root.unmount()
  return ms
}

async function bare(): Promise<number> {
  const from = performance.now()
  const canvas = putBare(shades)
  document.body.append(canvas)
  await seen()
  const ms = performance.now() - from
  canvas.remove()
  return ms
}

/* Two frames, because the second begins after the first was drawn. */
const seen = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

window.radiograph = { ours: () => firstPaint(<FarriersFilm />), vets: () => firstPaint(<VetsFilm />), bare }
