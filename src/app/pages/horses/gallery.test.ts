import { expect, test } from 'vitest'
import { galleryOf, picturesOf, wantedOf } from '#app/pages/horses/gallery.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import type { KnownWork } from '#features/visits/work/web/data.ts'

const LONDON = 'Europe/London'
let made = 0
const file = (more: Partial<KnownFile>): KnownFile =>
  ({ id: String(++made), fileType: 'image', mime: 'image/jpeg', takenOn: '2026-10-06', foot: null, view: null, ...more }) as KnownFile
const work = (more: Partial<KnownWork>) =>
  ({ id: 'w', workDate: '2026-10-05', serviceType: 'Trim', visitHorseId: null, ...more }) as KnownWork
const grouped = (files: KnownFile[], parts: Partial<Parameters<typeof galleryOf>[1]> = {}) =>
  galleryOf(files, { work: [], lines: [], zone: LONDON, labelOf: (type) => type, ...parts }).map(({ year, visits }) => [
    year,
    visits.map(({ title, files: of }) => [title, of.length]),
  ])

test('pictures are listed by the work they were filed with, itself or through its visit, else by their day', () => {
  const entries = [work({ id: 'a', visitHorseId: 'line' }), work({ id: 'b', workDate: '2025-02-03', serviceType: 'Full set new' })]
  const files = [
    file({}),
    file({ appointmentId: 'visit' }),
    file({ workEntryId: 'a' }),
    file({ takenOn: '2025-02-04', workEntryId: 'b' }),
    file({ takenOn: '2025-02-04', workEntryId: 'gone' }),
  ]
  expect(grouped(files, { work: entries, lines: [{ id: 'line', appointmentId: 'visit' }] })).toEqual([
    [
      '2026',
      [
        ['Tue 6 Oct', 1],
        ['Mon 5 Oct, Trim', 2],
      ],
    ],
    [
      '2025',
      [
        ['Mon 3 Feb, Full set new', 1],
        ['Tue 4 Feb', 1],
      ],
    ],
  ])
})

test('a picture without a day is listed on the day it was filed, and without either last', () => {
  const filed = file({ id: '019a9f3a-0000-7000-8000-000000000000', takenOn: null })
  const none = file({ takenOn: null })
  expect(grouped(picturesOf([none, filed, file({ takenOn: '2020-01-01' })], LONDON))).toEqual([
    ['2025', [['Thu 20 Nov', 1]]],
    ['2020', [['Wed 1 Jan', 1]]],
    ['', [['No date', 1]]],
  ])
})

test('photos, films, and scans and radiographs that are pictures are shown; papers and DICOM are not', () => {
  const shown = picturesOf(
    [
      file({ id: '1', mime: 'image/svg+xml' }),
      file({ id: '2', fileType: 'video', mime: 'video/mp4' }),
      file({ id: '3', fileType: 'radiograph', mime: 'image/png' }),
      file({ id: '4', fileType: 'radiograph', mime: 'application/dicom' }),
      file({ id: '5', fileType: 'document', mime: 'application/pdf' }),
    ],
    LONDON,
  )
  expect(shown.map(({ id }) => id)).toEqual(['3', '2', '1'])
})

test('a foot and a view are filters, each alone or together', () => {
  const files = [file({ id: 'a', foot: 'NF', view: 'solar' }), file({ id: 'b', foot: 'NF' }), file({ id: 'c', view: 'solar' })]
  const found = (foot: KnownFile['foot'], view: string | null) => wantedOf(files, { foot, view }).map(({ id }) => id)
  expect([found(null, null), found('NF', null), found(null, 'solar'), found('NF', 'solar'), found('OH', null)]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b'],
    ['a', 'c'],
    ['a'],
    [],
  ])
})
