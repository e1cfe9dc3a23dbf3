import { setImmediate } from 'node:timers/promises'
import type { Leaving, Sheet } from '#features/office/exports/server/rows.ts'
import { capital } from '#lib/capital.ts'
import { type Day, dayAndYear, dayOf } from '#lib/dates.ts'
import { holdings } from '#platform/server/holdings.ts'
import { addText, type Doc, INK_2, keepRoom, type Part, paperPdf, sectionOf } from '#platform/server/paper/paper.ts'

const INDENT = 132

type Line = readonly [label: string, words: string]
type Section = { title: string; lines: Line[] }

/** The content of the summary. `kindOf` returns the label of a kind of work. */
export type Summed = {
  practice: string
  zone: string
  day: Day
  sheets: readonly Sheet[]
  files: number
  kindOf: (serviceType: string) => string
}

/** A client's pack as a PDF to read: who they are, their horses, the work done, and how much more there is. */
export function summaryPdf(summed: Summed): Promise<Buffer> {
  const title = `What ${summed.practice} has on record`
  return paperPdf({ title, practiceName: summed.practice, foot: [summed.practice, dayAndYear(summed.day)] }, async (doc, root) => {
    head(doc, root, summed)
    for (const section of sectionsOf(summed)) {
      draw(doc, root, section)
      // Yields to other requests: twenty years of visits are many pages.
      await setImmediate()
    }
  })
}

/** A summary is for reading: beyond this the tables have the rest. */
const MOST_LINES = 400

function sectionsOf(summed: Summed): Section[] {
  const { sheets, kindOf, zone } = summed
  const rows = (table: string) => sheets.find((sheet) => sheet.table === table)?.rows.filter((row) => !row.deleted_at) ?? []
  const nameOf = new Map(rows('horses').map((horse) => [horse.id, text(horse.name)]))
  const visits = new Map(rows('appointments').map((visit) => [visit.id, visit]))
  const work = rows('work_entries').toSorted(latest('work_date'))
  const coming = rows('visit_horses').filter((line) => !line.outcome && text(visits.get(line.appointment_id)?.status) === 'booked')
  const all: Section[] = [
    ...rows('clients').map((client) => ({ title: text(client.name), lines: aboutClient(client, zone) })),
    { title: 'Horses', lines: rows('horses').map((horse): Line => [text(horse.name), aboutHorse(horse)]) },
    {
      title: 'Coming visits',
      lines: coming
        .map((line) => ({ line, day: text(visits.get(line.appointment_id)?.on_day) }))
        .toSorted((a, b) => a.day.localeCompare(b.day))
        .map(({ line, day }): Line => [dayAndYear(day), nameOf.get(line.horse_id) ?? 'A visit']),
    },
    {
      title: 'Work done',
      lines: work.map(
        (entry): Line => [
          dayAndYear(text(entry.work_date)),
          words([nameOf.get(entry.horse_id), kindOf(text(entry.service_type)), entry.description, entry.findings, entry.recommendations]),
        ],
      ),
    },
    {
      title: 'Also on record',
      lines: sheets.flatMap(({ table, name, rows: { length } }): Line[] =>
        IN_SUMMARY.has(table) ? [] : [[capital(holdings()[table]?.words[1] ?? name), `${length}, in csv/${name}.csv`]],
      ),
    },
  ]
  return all.filter(({ lines }) => lines.length > 0)
}

/** Tables whose content is in the summary itself. */
const IN_SUMMARY = new Set(['clients', 'horses', 'appointments', 'visit_horses', 'work_entries'])

const aboutClient = (client: Leaving, zone: string): Line[] =>
  (
    [
      ['Business', client.business_name],
      ['Address', words([client.address, client.postcode], ', ')],
      ['Phone', client.phone_as_typed ?? client.phone_e164],
      ['E-mail', client.email],
      ['Notes', client.notes],
      [
        'Offers by text',
        client.marketing_consent_at ? `agreed to on ${dayAndYear(dayOf(text(client.marketing_consent_at), zone))}` : 'not agreed to',
      ],
    ] as const
  ).flatMap(([label, said]): Line[] => (said ? [[label, text(said)]] : []))

const aboutHorse = (horse: Leaving): string =>
  words(
    [
      horse.breed,
      horse.color,
      horse.birth_year && `born ${horse.birth_year}`,
      horse.markings,
      horse.temperament,
      horse.special_notes,
      horse.vet_name && `vet ${words([horse.vet_name, horse.vet_phone])}`,
    ],
    ', ',
  ) || 'Nothing more on record'

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const words = (values: readonly unknown[], between = '. '): string =>
  values
    .map((value) => text(value).replace(/\.$/, ''))
    .filter(Boolean)
    .join(between)
const latest = (column: string) => (a: Leaving, b: Leaving) => text(b[column]).localeCompare(text(a[column]))

function head(doc: Doc, root: Part, { practice, day }: Summed) {
  addText(doc, root, 'P', practice, { font: 'bold', size: 14 })
  doc.moveDown(1)
  addText(doc, root, 'H1', 'What we have on record about you', { font: 'bold', size: 22 })
  addText(doc, root, 'P', `As of ${dayAndYear(day)}. Everything is in the files beside this one.`, { color: INK_2 })
}

function draw(doc: Doc, root: Part, { title, lines }: Section) {
  const section = sectionOf(doc, root)
  addText(doc, section, 'H2', title, { font: 'bold', size: 16 })
  doc.moveDown(0.3)
  for (const line of lines.slice(0, MOST_LINES)) said(doc, section, line)
  if (lines.length > MOST_LINES) addText(doc, section, 'P', `And ${lines.length - MOST_LINES} more, in the tables.`, { color: INK_2 })
  section.end()
}

function said(doc: Doc, section: Part, [label, words]: Line) {
  const x = doc.page.margins.left
  const width = doc.page.width - doc.page.margins.right - x - INDENT
  doc.font('regular').fontSize(11)
  keepRoom(doc, Math.min(200, Math.max(doc.heightOfString(words, { width, lineGap: 3 }), doc.heightOfString(label, { width: INDENT - 8 }))))
  const top = doc.y
  addText(doc, section, 'P', label, { color: INK_2, x, y: top, width: INDENT - 8 })
  const below = doc.y
  addText(doc, section, 'P', words, { x: x + INDENT, y: top })
  // Text that ran over to the next page ends there.
  doc.y = doc.y < top ? doc.y : Math.max(doc.y, below)
  doc.x = x
  doc.moveDown(0.2)
}
