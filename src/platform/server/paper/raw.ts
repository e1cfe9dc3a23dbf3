import type { Doc, Part } from '#platform/server/paper/paper.ts'

/*
 * What pdfkit keeps to itself and a table of ten thousand rows needs: set its own way, a cell takes a hundred times the memory, and all of it
 * until the end. Here the parts of a table's structure are written as they come, and a page's text when it is full.
 */
type Ref = { id: number; data: Record<string, unknown>; end: (content?: string) => void }
type Font = { id: string; encode: (text: string) => [string[], { advanceWidth: number }[]]; ref: () => Ref }
type Inner = {
  _font: Font
  _offset: number
  _offsets: (number | null)[]
  _write: (text: string) => void
  ref: (data: object) => Ref
  getStructParentTree: () => { get: (key: number) => unknown[] }
  page: { dictionary: Ref; content: Ref; structParentTreeKey: number; fonts: Record<string, Ref> }
}
type Element = { dictionary: Ref; _ended: boolean; _flushed: boolean }

/** A font letter by letter, without kerning: widths in ems, and the codes by which a PDF names its glyphs. */
export type Letters = { fontId: string; fontRef: () => Ref; widthOf: (text: string) => number; codesOf: (text: string) => string }

/** The letters of a font of the document. */
export function lettersOf(doc: Doc, name: 'regular' | 'bold'): Letters {
  const font = (doc.font(name) as unknown as Inner)._font
  const letterOf = remembering((letter) => {
    const [codes, positions] = font.encode(letter)
    return { code: codes.join(''), width: positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / 1000 }
  })
  const wordOf = remembering((text) => {
    const letters = Array.from(text, letterOf)
    return { codes: letters.map(({ code }) => code).join(''), width: letters.reduce((sum, { width }) => sum + width, 0) }
  })
  return {
    fontId: font.id,
    fontRef: () => font.ref(),
    widthOf: (text) => wordOf(text).width,
    codesOf: (text) => wordOf(text).codes,
  }
}

const MOST_REMEMBERED = 2000

/** A table repeats the same texts: the results of the last ones are cached. */
export function remembering<T>(work: (text: string) => T): (text: string) => T {
  let known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= MOST_REMEMBERED) known = new Map()
    const found = work(text)
    known.set(text, found)
    return found
  }
}

export type Raw = ReturnType<typeof rawWriter>

/** Writes the rows of a table, and what is drawn of them, straight into the document. */
export function rawWriter(doc: Doc, table: Part) {
  const inner = doc as unknown as Inner
  const element = table as unknown as Element
  const asIs = asIsOf(inner)
  const nothing = asIs('')
  const rows: number[] = []
  let drawn: string[] = []
  /** An object of the file, written at once; its number. */
  const write = (objects: readonly ((id: number) => string)[]): number => {
    const first = inner._offsets.length + 1
    let text = ''
    for (const [at, object] of objects.entries()) {
      inner._offsets.push(inner._offset + text.length)
      text += `${first + at} 0 obj\n${object(first + at)}\nendobj\n`
    }
    // Its own line end comes behind.
    inner._write(text.slice(0, -1))
    return first
  }
  return {
    draw: (operators: string) => void drawn.push(operators),
    /** A row of so many cells: how each cell's drawing begins, to be ended with EMC. */
    row(kind: 'TH' | 'TD', count: number): string[] {
      const parents = inner.getStructParentTree().get(inner.page.structParentTreeKey)
      const mark = parents.length
      const row = inner._offsets.length + 1 + count
      const scope = kind === 'TH' ? '/A<</O/Table/Scope/Column>>' : ''
      const cells = Array.from(
        { length: count },
        (_, at) => () => `<</S/${kind}/P ${row} 0 R/Pg ${inner.page.dictionary}/K ${mark + at}${scope}>>`,
      )
      const named = cells.map((_, at) => `${row - count + at} 0 R`).join(' ')
      write([...cells, () => `<</S/TR/P ${element.dictionary}/K[${named}]>>`])
      rows.push(row)
      // One text for all of them; the others only take their places.
      parents.push(asIs(named), ...Array.from({ length: count - 1 }, () => nothing))
      return cells.map((_, at) => `/${kind} <</MCID ${mark + at}>> BDC`)
    },
    /** Puts what was drawn on the page, as a part of its content of its own. */
    finishPage(fonts: readonly Letters[]) {
      if (drawn.length === 0) return
      const { page } = inner
      for (const { fontId, fontRef } of fonts) page.fonts[fontId] ??= fontRef()
      const content = inner.ref({})
      content.end(`q 1 0 0 -1 0 ${doc.page.height} cm\n${drawn.join('\n')}\nQ`)
      const before = page.dictionary.data.Contents
      page.dictionary.data.Contents = [...(Array.isArray(before) ? before : [page.content]), content]
      drawn = []
    },
    /** Its rows are not parts that pdfkit knows, so it is marked as written already. */
    end() {
      element.dictionary.data.K = asIs(`[${rows.map((id) => `${id} 0 R`).join(' ')}]`)
      element.dictionary.end()
      element._ended = true
      element._flushed = true
    },
  }
}

/** Text that is written into the file unchanged where pdfkit would write a reference. */
function asIsOf(inner: Inner): (text: string) => object {
  const reference: object = Object.getPrototypeOf(Object.getPrototypeOf(inner.page.dictionary))
  return (text) => Object.assign(Object.create(reference), { toString: () => text })
}
