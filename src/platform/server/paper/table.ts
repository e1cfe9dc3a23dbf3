import { setImmediate } from 'node:timers/promises'
import type { Doc, Part } from '#platform/server/paper/paper.ts'
import { type Letters, lettersOf, type Raw, rawWriter, remembering } from '#platform/server/paper/raw.ts'

/** A column of a table on paper. Each gets its `weight` of the page's width; figures are aligned right. */
export type PaperColumn = { head: string; weight: number; isFigure: boolean }

const SIZE = 8.5
const LEADING = 10.5
const PAD = 3
const GAP = 8
const MOST_LINES = 8
const INK = '0.078 0.106 0.133'
const RULE = '0.79 0.76 0.71'

type Place = { x: number; width: number; isFigure: boolean }

/**
 * Sets rows as a tagged table that goes over as many pages as it takes, its heads on each. A cell is broken into lines where it must be; past
 * eight the rest is left out. `rows` come in pages, as they are read.
 */
export async function tableOn(
  doc: Doc,
  parent: Part,
  columns: readonly PaperColumn[],
  rows: AsyncIterable<readonly (readonly string[])[]>,
) {
  const table = doc.struct('Table')
  parent.add(table)
  const setter = setterOf(doc, rawWriter(doc, table), columns)
  setter.heads()
  for await (const page of rows) {
    for (const row of page) setter.row(row)
    // Let other requests run.
    await setImmediate()
  }
  setter.end()
}

function setterOf(doc: Doc, raw: Raw, columns: readonly PaperColumn[]) {
  const [bold, regular] = [lettersOf(doc, 'bold'), lettersOf(doc, 'regular')]
  const places = placesOf(doc, columns)
  const breaking = places.map(({ width }) => remembering((text) => linesOf(regular, text, width)))
  const headLines = places.map(({ width }, at) => linesOf(bold, columns[at]?.head ?? '', width))
  const finishPage = () => raw.finishPage([bold, regular])
  const set = (letters: Letters, lines: readonly string[][], tags: readonly string[]) => {
    const height = Math.max(1, ...lines.map(({ length }) => length)) * LEADING + 2 * PAD
    const top = doc.page.height - doc.y - PAD - SIZE
    for (const [at, place] of places.entries()) raw.draw(cellOf(letters, lines[at] ?? [], place, top, tags[at] ?? ''))
    doc.y += height
    const y = (doc.page.height - doc.y).toFixed(1)
    raw.draw(`/Artifact BMC\n${RULE} RG .5 w ${doc.page.margins.left} ${y} m ${doc.page.width - doc.page.margins.right} ${y} l S\nEMC`)
  }
  return {
    heads: () => set(bold, headLines, raw.row('TH', places.length)),
    row(cells: readonly string[]) {
      const lines = breaking.map((broken, at) => broken(cells[at] ?? ''))
      const most = Math.max(1, ...lines.map(({ length }) => length))
      if (doc.y + most * LEADING + 2 * PAD > doc.page.height - doc.page.margins.bottom) {
        finishPage()
        doc.addPage()
        // Read once to the user of a screen reader.
        set(
          bold,
          headLines,
          places.map(() => '/Artifact BMC'),
        )
      }
      set(regular, lines, raw.row('TD', places.length))
    },
    end() {
      finishPage()
      raw.end()
    },
  }
}

/** A cell's lines, on the right where they are figures. */
function cellOf(letters: Letters, lines: readonly string[], { x, width, isFigure }: Place, top: number, tag: string): string {
  const said = lines.map((line, number) => {
    const left = isFigure ? x + width - letters.widthOf(line) * SIZE : x
    return `1 0 0 1 ${left.toFixed(1)} ${(top - number * LEADING).toFixed(1)} Tm <${letters.codesOf(line)}> Tj`
  })
  return said.length === 0 ? `${tag}\nEMC` : `${tag}\nBT /${letters.fontId} ${SIZE} Tf ${INK} rg\n${said.join('\n')}\nET EMC`
}

/** The left edge and the width of each column. */
function placesOf(doc: Doc, columns: readonly PaperColumn[]): Place[] {
  const { left, right } = doc.page.margins
  const whole = doc.page.width - left - right - GAP * (columns.length - 1)
  const weights = columns.reduce((sum, { weight }) => sum + weight, 0)
  let x = left
  return columns.map(({ weight, isFigure }) => {
    const place = { x, width: (whole * weight) / weights, isFigure }
    x += place.width + GAP
    return place
  })
}

/** Words broken into lines that fit, a word longer than a line within itself. */
function linesOf(letters: Letters, text: string, width: number): string[] {
  const most = width / SIZE
  const said = text.replace(/\s+/g, ' ').trim()
  if (said === '') return []
  if (letters.widthOf(said) <= most) return [said]
  const lines: string[] = []
  let line = ''
  for (const word of said.split(' ').flatMap((one) => piecesOf(letters, one, most))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (letters.widthOf(longer) <= most) line = longer
    else {
      // The space belongs to the words, though it is invisible: a screen reader reads two words.
      lines.push(`${line} `)
      line = word
    }
  }
  lines.push(line)
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]}…`] : lines
}

function piecesOf(letters: Letters, word: string, most: number): string[] {
  if (letters.widthOf(word) <= most) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && letters.widthOf(piece + letter) > most) {
      pieces.push(piece)
      piece = letter
    } else piece += letter
  }
  return [...pieces, piece]
}
