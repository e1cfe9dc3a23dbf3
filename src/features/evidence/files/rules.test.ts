import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filedAt, mimeOf, safeName, sizeWords, TYPES_OF, typesFor, wrongTypeWords } from '#features/evidence/files/rules.ts'
import { kindOfMime, sniff } from '#features/evidence/files/sniff.ts'

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((letter) => letter.charCodeAt(0)))))
const box = (name: string, content: string) => `${String.fromCharCode(0, 0, 0, content.length + 8)}${name}${content}`
/** The beginning of an MP4 whose tracks come first. */
const fragmented = (...tracks: string[]) =>
  bytes(
    box('ftyp', 'iso5\0\0\0\0'),
    box('moov', tracks.map((track) => box('trak', box('hdlr', `\0\0\0\0\0\0\0\0${track}`))).join('') + ' '.repeat(40)),
  )
/** The entries of a ZIP, one after the other: what is in each is its name alone. */
const zipOf = (...names: string[]) => bytes(...names.flatMap((name) => ['PK', 3, 4, '\x14\0', '\0'.repeat(20), name.length, 0, 0, 0, name]))

describe('what a file is, is known by its content', () => {
  test.each([
    ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe1), 'image/jpeg'],
    ['a PNG', bytes(0x89, 'PNG\r\n\x1a\n'), 'image/png'],
    ['a GIF', bytes('GIF89a'), 'image/gif'],
    ['a WebP', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
    ['a BMP', bytes('BM\x9a\0\0\0\0\0\0\0'), 'image/bmp'],
    ['a TIFF', bytes('II', 42, 0), 'image/tiff'],
    ['an iPhone photo', bytes('\0\0\0\x18ftypheic'), 'image/heic'],
    ['an AVIF', bytes('\0\0\0\x18ftypavif'), 'image/avif'],
    ['an SVG', bytes('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x --><svg>'), 'image/svg+xml'],
    ['an MP4', bytes('\0\0\0\x18ftypisom'), 'video/mp4'],
    ['an iPhone video', bytes('\0\0\0\x14ftypqt  '), 'video/quicktime'],
    ['a WebM', bytes(0x1a, 0x45, 0xdf, 0xa3, 'xxxx\x42\x82\x84webm'), 'video/webm'],
    ['a WebM with sound', bytes(0x1a, 0x45, 0xdf, 0xa3, 'xxxx\x42\x82\x84webm', 'A_OPUS', 'V_VP9'), 'video/webm'],
    ['an MP4 with sound', fragmented('vide', 'soun'), 'video/mp4'],
    ['an MP4 whose tracks lie further on', fragmented('soun').subarray(0, 80), 'video/mp4'],
    ['an AVI', bytes('RIFF\x10\0\0\0AVI LIST'), 'video/x-msvideo'],
    ['a recording of Chrome', bytes(0x1a, 0x45, 0xdf, 0xa3, 'xxxx\x42\x82\x84webm', 'A_OPUS'), 'audio/webm'],
    ['a recording of Safari', fragmented('soun'), 'audio/mp4'],
    ['a voice memo', bytes('\0\0\0\x18ftypM4A '), 'audio/mp4'],
    ['a recording of Firefox', bytes('OggS\0\x02', '\0'.repeat(22), 'OpusHead'), 'audio/ogg'],
    ['a WAV', bytes('RIFF\x10\0\0\0WAVEfmt '), 'audio/wav'],
    ['an MP3', bytes('ID3\x03\0'), 'audio/mpeg'],
    ['a bare MP3', bytes(0xff, 0xfb, 0x90, 0x64), 'audio/mpeg'],
    ['a PDF', bytes('%PDF-1.7'), 'application/pdf'],
    ['a DICOM', bytes('\0'.repeat(128), 'DICM'), 'application/dicom'],
    ['an old Word file', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), 'application/msword'],
    [
      'a Word file',
      zipOf('[Content_Types].xml', '_rels/.rels', 'word/document.xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a note', bytes('Dear Gareth,\r\n\tthanks'), 'text/plain'],
  ])('%s', (_name, head, mime) => {
    const found = sniff(head)
    expect(found?.mime).toBe(mime)
    expect(kindOfMime(mime)).toBe(found?.kind)
  })

  test.each([
    ['a program', bytes('MZ', 0x90, 0)],
    ['a spreadsheet', zipOf('[Content_Types].xml', 'xl/workbook.xml')],
    ['a ZIP of anything, called .docx', zipOf('my-password/secret.txt', 'run-me.exe', 'sword/word/document.xml')],
    ['a page', bytes('\n<!DOCTYPE html><script>alert(1)</script>')],
    ['a page after a comment', bytes('<!-- hello --> <HTML>')],
    ['a film in Ogg', bytes('OggS\0\x02', '\0'.repeat(22), '\x80theora', 'OggS', 'OpusHead')],
    ['UTF-16', bytes(0xff, 0xfe, 'a\0b\0')],
    ['nothing', bytes()],
    ['noise', bytes(1, 2, 3, 4)],
  ])('%s is none that is kept', (_name, head) => {
    expect(sniff(head)).toBeUndefined()
  })

  test('any input gets an answer', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (head) => sniff(head) === undefined || sniff(head)?.mime.includes('/')))
  })
})

test('a text with a table’s file name is a table', () => {
  const text = { kind: 'text', mime: 'text/plain' } as const
  expect([mimeOf(text, 'Gait.CSV'), mimeOf(text, 'note.txt')]).toEqual(['text/csv', 'text/plain'])
})

test('each maker files what the spec lists, and only as what it is', () => {
  expect(typesFor({ kind: 'image' }, 'vet')).toEqual(['image', 'scan', 'radiograph'])
  expect(typesFor({ kind: 'dicom' }, 'farrier')).toEqual([])
  expect(typesFor({ kind: 'pdf' }, 'farrier')).toEqual(['gait-analysis', 'document'])
  expect([typesFor({ kind: 'audio' }, 'farrier'), typesFor({ kind: 'audio' }, 'vet')]).toEqual([[], []])
  expect(TYPES_OF.client).toEqual(['image', 'video', 'document'])
})

describe('a name is safe on any disk', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Gareth\\near fore.jpg', 'near fore.jpg'],
    ['a\0b\u202Egpj.exe', 'abgpj.exe'],
    ['  .hidden. ', 'hidden'],
    ['Siân’s mare.HEIC', 'Siân’s mare.HEIC'],
    ['***', 'file'],
    ['', 'file'],
  ])('%j is kept as %j', (name, safe) => {
    expect(safeName(name)).toBe(safe)
  })

  test('of at most 255 bytes with its ending kept, and the same when cleaned again', () => {
    expect(safeName(`${'ŵ'.repeat(300)}.jpeg`)).toBe(`${'ŵ'.repeat(125)}.jpeg`)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeName(name)
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(255)
        expect(safe).toMatch(/^[^/\\\p{Cc}\p{Cf}]+$/u)
        expect(safeName(safe)).toBe(safe)
      }),
      { numRuns: 40 },
    )
  })
})

test('a size is worded as phones word it', () => {
  expect([12, 310_400, 4_200_000].map(sizeWords)).toEqual(['12 bytes', '310 KB', '4.2 MB'])
})

describe('a file that can’t be filed gives the reason, and what would be accepted', () => {
  test.each([
    [
      'text',
      'image',
      'farrier',
      'This is a text file, which can’t be filed as image. Choose a picture, or file this one as gait analysis or document.',
    ],
    [
      'dicom',
      'image',
      'farrier',
      'This is a DICOM file, which can’t be filed as image. Choose a picture, or say that you received this one from a vet.',
    ],
    ['audio', 'video', 'farrier', 'This is a sound recording, which can’t be filed as video. Choose a video.'],
    ['image', 'radiograph', 'farrier', 'A radiograph is filed under who made it: choose who that was.'],
    ['image', 'radiograph', 'vet', undefined],
    ['pdf', 'scan', 'para-professional', undefined],
    [undefined, 'document', 'farrier', "This kind of file can't be kept here. Choose a PDF, a Word file or a text file."],
  ] as const)('%s as %s by %s', (kind, type, by, words) => {
    expect(wrongTypeWords(kind && { kind }, type, by)).toBe(words)
  })
})

test('a time-ordered id gives the time of filing; another does not', () => {
  expect(filedAt('019a9f3a-0000-7000-8000-000000000000')).toEqual(new Date(0x019a9f3a0000))
  expect(filedAt('6f1a4c0e-8a1b-5d0e-9a55-70726974636c')).toBeUndefined()
})
