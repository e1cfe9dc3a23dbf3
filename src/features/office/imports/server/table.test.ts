import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DELIMITERS, delimiterOf, writeCsv } from '#features/office/imports/csv.ts'
import { guessesFor, readTable } from '#features/office/imports/server/table.ts'
import { decodeAs, textOf } from '#features/office/imports/server/text.ts'

const HEADER = ['Horse', 'Owner', 'Phone', 'Notes']
const ENCODINGS = ['utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16le without a mark', 'utf-16be', 'windows-1252'] as const
type Encoding = (typeof ENCODINGS)[number]

function encode(text: string, encoding: Encoding): Buffer {
  const bare = text.replace(/^\uFEFF/, '')
  if (encoding === 'utf-8') return Buffer.from(bare)
  if (encoding === 'utf-8 with a mark') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16le without a mark') return Buffer.from(bare, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  return Buffer.from(bare, 'latin1')
}

// Letters of every encoding that is tried, and every character that means something in a CSV.
const letter = fc.constantFrom(...'abcÅéñôü ,;|\t"\'\n=+-@0123456789£§.:/()')
const cell = fc.string({ unit: letter, maxLength: 12 })
const rows = fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 8 })

test('any table we write is read back, with any delimiter, quotes and encoding', () => {
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(...DELIMITERS),
      fc.boolean(),
      fc.constantFrom(...ENCODINGS),
      (cells, delimiter, quotesAll, encoding) => {
        // A row without content is no row, and neither is one that repeats the headings.
        const said = cells.filter((row) => row.some((each) => each.trim() !== ''))
        fc.pre(said.length > 0)
        const bytes = encode(writeCsv([HEADER, ...said], { delimiter, quotesAll }), encoding)
        // Bytes of Windows-1252 that are valid UTF-8 are read as UTF-8: they can't be distinguished.
        fc.pre(encoding !== 'windows-1252' || decodeAs(bytes, 'utf-8') === undefined)
        const table = readTable(textOf(bytes))
        expect(table.header).toEqual(HEADER)
        expect(table.rows.map((row) => row.cells)).toEqual(said)
      },
    ),
    { numRuns: 300 },
  )
})

test('no cell we write is run as a formula, and a phone number stays one', () => {
  const text = writeCsv([['=HYPERLINK("http://x")', '+44 7700 900118', '-2+3+cmd|calc', '@SUM(A1)', '\t=1']])
  const cells = (readTable(`Horse,Owner,Phone,Notes,Name\n${text.slice(1)}`).rows[0]?.cells ?? []) as string[]
  expect(text).toContain(`"'=HYPERLINK(""http://x"")",+44 7700 900118,"'-2+3+cmd|calc","'@SUM(A1)"`)
  expect(cells).toEqual(['=HYPERLINK("http://x")', '+44 7700 900118', '-2+3+cmd|calc', '@SUM(A1)', '\t=1'])
})

test('the delimiter is found beside decimal commas, quoted line ends and inches', () => {
  expect(delimiterOf('Horse;Owner;Price\nMerlin;Ann;35,00\nDolly;Bob;1.250,00')).toBe(';')
  expect(delimiterOf('Horse\tOwner\nMerlin, the grey\tAnn\n')).toBe('\t')
  expect(delimiterOf('Horse|Notes\nMerlin|"a,b\nc,d,e"\n')).toBe('|')
  expect(delimiterOf('Horse,Height,Owner\nMerlin,15.2" wide,Ann\n')).toBe(',')
  expect(readTable('sep=;\nHorse;Owner\nA, B;Ann').rows).toEqual([{ row: 3, cells: ['A, B', 'Ann'] }])
})

test('rows are counted as in the spreadsheet, below a title and blank lines', () => {
  const table = readTable('My horses 2026;;\n\nHorse;Owner;Phone\nMerlin;Ann;1\n;;\nHorse;Owner;Phone\nDolly;Bob;2\n')
  expect(table.header).toEqual(['Horse', 'Owner', 'Phone'])
  expect(table.rows).toEqual([
    { row: 4, cells: ['Merlin', 'Ann', '1'] },
    { row: 7, cells: ['Dolly', 'Bob', '2'] },
  ])
})

test('a quote that is never closed takes only its own row with it', () => {
  const table = readTable('Horse,Owner,Notes\nMerlin,Ann,"kicks\nDolly,Bob,\nStar,Cy,\n')
  expect(table.rows.map(({ cells }) => cells[0])).toEqual(['Merlin', 'Dolly', 'Star'])
})

test('columns are known by the headings farriers, Outlook and Google give them', () => {
  const guess = (text: string) => {
    const { kind, mappings } = guessesFor(readTable(text))
    return [kind, mappings[kind]]
  }
  expect(guess('Horse,Owner,Phone,Yard,Postcode,Last visit,Cycle weeks,Price\nA,B,07700 900118,C,HR6 9QS,1/2/26,6,35')).toEqual([
    'horses',
    ['horse', 'name', 'phone', 'yard', 'yardPostcode', 'lastVisit', 'cycle', 'price'],
  ])
  expect(
    guess(
      'Name,Client name,Mobile number,Owner address,Post Code,Date last shod,Interval,Cost,Breed,DOB\nA,B,1,C,HR6 9QS,1/2/26,6,35,Cob,2014',
    ),
  ).toEqual(['horses', ['horse', 'name', 'phone', 'address', 'postcode', 'lastVisit', 'cycle', 'price', 'breed', 'born']])
  expect(
    guess(
      'First Name,Last Name,Company,Home Street,Home City,Home Postal Code,Business Street,Home Phone,Mobile Phone,Home Fax,E-mail Address,E-mail Type\nA,B,C,1 Lane,Leo,HR6 9QS,,1,2,3,a@b.co,SMTP',
    ),
  ).toEqual([
    'clients',
    ['firstName', 'lastName', 'businessName', 'address', 'address', 'postcode', null, 'phone', 'phone', null, 'email', null],
  ])
  expect(
    guess(
      'First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Formatted,Address 1 - Street,Address 1 - Postal Code\nA,B,* x,*,a@b.co,Mobile,07700 900118,all,1 Lane,HR6 9QS',
    ),
  ).toEqual(['clients', ['firstName', 'lastName', 'tags', null, 'email', null, 'phone', null, 'address', 'postcode']])
  expect(guess('Yard,Address,Postcode,Gate code,what3words,Notes\nOakfield,Lane,HR6 9QS,4471,,')).toEqual([
    'yards',
    ['yard', 'yardAddress', 'yardPostcode', 'gateCode', null, null],
  ])
})

test('without headings the cells speak', () => {
  const { kind, mappings } = guessesFor(
    readTable('Ann Lee,07700 900118,ann@example.com,HR6 9QS\nBob Pugh,07700 900119,bob@example.com,LD8 2AB'),
  )
  expect([kind, mappings.clients]).toEqual(['clients', ['name', 'phone', 'email', 'postcode']])
})

test('a file that is no table, or far too large a one, is refused with a sentence', () => {
  expect(() => readTable('\n\n')).toThrow('no rows')
  expect(() => readTable('Horse,Owner,Phone\n')).toThrow('no rows under them')
  expect(() => readTable(`${','.repeat(100_000)}\na,b`)).toThrow('200 columns')
  expect(() => readTable(`Horse,Owner\n${'A,B\n'.repeat(20_001)}`)).toThrow('20,000 rows')
  expect(() => textOf(Buffer.from('PK\x03\x04 and so on'))).toThrow('Save As, CSV')
  expect(() => textOf(Buffer.from([65, 0, 0, 66, 65, 67]))).toThrow("isn't a text file")
})
