import encodeQR from 'qr'
import { addText, type Doc, type Part } from '#platform/server/paper/paper.ts'

/** The side of a code on paper: each of its squares is about 0.9 mm, which a phone reads at arm's length. */
export const QR_SIDE = 88
const GAP = 14
/** Pure black on the white of the page: what a camera distinguishes best. */
const BLACK = '#000000'

/**
 * The rows of the code of a text, each a list of runs of dark squares: where one begins and how many it has. A seventh of it may be dirty or
 * creased.
 */
function qrRuns(text: string): { side: number; rows: [from: number, count: number][][] } {
  // The white around it is the page's; the library draws at least one row of it.
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 1 }).slice(1, -1)
  return { side: squares.length, rows: squares.map((row) => runsOf(row.slice(1, -1))) }
}

/** Draws the code of an address at a place, with words beside it that say what it opens. Read aloud it is the words and the address. */
export function addQr(doc: Doc, part: Part, url: string, { x, y, words }: { x: number; y: number; words: string }) {
  const { side, rows } = qrRuns(url)
  const square = QR_SIDE / side
  const draw = () => {
    for (const [row, runs] of rows.entries())
      for (const [from, count] of runs) doc.rect(x + from * square, y + row * square, count * square, square)
    doc.fill(BLACK)
  }
  part.add(doc.struct('Figure', { alt: `QR code of ${url}` }, draw))
  addText(doc, part, 'P', words, { x: x + QR_SIDE + GAP, y: y + QR_SIDE / 2 - 24 })
  doc.x = doc.page.margins.left
  doc.y = Math.max(doc.y, y + QR_SIDE)
}

function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  for (const [at, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === at) last[1] += 1
    else runs.push([at, 1])
  }
  return runs
}
