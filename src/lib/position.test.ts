import fc from 'fast-check'
import { expect, test } from 'vitest'
import { directionsHref, directionsTo, positionInWords, positionOf, readPosition, what3wordsOf } from '#lib/position.ts'

const LINGEN = { lat: 52.2297, lng: -2.9411 }
const near = (place: { lat: number; lng: number }, digits = 5) => ({
  lat: expect.closeTo(place.lat, digits),
  lng: expect.closeTo(place.lng, digits),
})

test.each([
  '52.2297, -2.9411',
  '52.2297 -2.9411',
  '52.2297,\u22122.9411',
  '(52.2297, -2.9411)',
  'lat 52.2297, lng -2.9411',
  'Latitude: 52.2297; Longitude: -2.9411',
  '52.2297N 2.9411W',
  'N52.2297 W2.9411',
  '52.2297° N, 2.9411° W',
  '2.9411W 52.2297N',
  "52° 13.782' N, 2° 56.466' W",
  '52°13\'46.92"N 2°56\'27.96"W',
  '52° 13′ 46.92″ N 2° 56′ 27.96″ W',
  '  geo:52.2297,-2.9411?z=17 ',
])('latitude and longitude are read as %s', async (text) => {
  expect(await readPosition(text)).toEqual(near(LINGEN))
})

test.each([
  [
    'the pin of a Google place, not the middle of the screen',
    'https://www.google.com/maps/place/Lingen/@52.1,-2.8,15z/data=!3m1!4b1!4m6!3m5!1s0x4!8m2!3d52.2297!4d-2.9411!16s',
  ],
  ['the middle of a Google map', 'https://www.google.co.uk/maps/@52.2297,-2.9411,15z'],
  ['a Google search', 'https://www.google.com/maps/search/?api=1&query=52.2297%2C-2.9411'],
  ['a Google search of figures', 'https://www.google.com/maps/search/52.2297,+-2.9411?entry=tts'],
  ['an old Google link', 'http://maps.google.com/?q=52.2297,-2.9411&hl=en'],
  ['Google directions', 'https://www.google.com/maps/dir/?api=1&destination=52.2297,-2.9411'],
  ['an Apple pin', 'https://maps.apple.com/?address=Lingen&ll=52.2297,-2.9411&q=Dropped%20Pin'],
  ['an Apple place', 'https://maps.apple.com/place?coordinate=52.2297,-2.9411&name=Marked%20Location'],
  ['an OpenStreetMap pin, not the middle of the screen', 'https://www.openstreetmap.org/?mlat=52.2297&mlon=-2.9411#map=16/52.1/-2.8'],
  ['the middle of an OpenStreetMap map', 'https://www.openstreetmap.org/#map=16/52.2297/-2.9411'],
  ['a Bing map', 'https://www.bing.com/maps?cp=52.2297~-2.9411&lvl=16'],
  ['a Waze link', 'https://waze.com/ul?ll=52.2297%2C-2.9411&navigate=yes'],
])('a link names a position: %s', async (_what, link) => {
  expect(await readPosition(link)).toEqual(near(LINGEN))
})

// Worked examples: Ordnance Survey, "A guide to coordinate systems in Great Britain" (Caister water tower), and of the geodesy library.
test.each([
  ['TG 51409 13177', { lat: 52.657979, lng: 1.716038 }],
  ['tg5140913177', { lat: 52.657979, lng: 1.716038 }],
])('the grid reference %s is where the Ordnance Survey has it', async (reference, place) => {
  expect(await readPosition(reference)).toEqual(near(place, 5))
})

test('a coarser grid reference is the middle of its square, within half the square of the finest', async () => {
  for (const [reference, degrees] of [
    ['TG 5140 1317', 0.0002],
    ['TG 514 131', 0.001],
    ['TG 51 13', 0.01],
  ] as const) {
    const read = await readPosition(reference)
    expect(Math.abs((read?.lat ?? 0) - 52.657979)).toBeLessThan(degrees)
    expect(Math.abs((read?.lng ?? 0) - 1.716038)).toBeLessThan(2 * degrees)
  }
})

test.each([
  '',
  'HR6 0VK',
  'Hollybush Farm',
  '07700 900118',
  '4471, 12',
  '52.2297',
  '92.1, 2.5',
  '52.1, 200.5',
  '52.2297N 2.9411N',
  "52° 73' N, 2° 10' W",
  'TG 5140 131',
  'ZZ 51409 13177',
  'https://maps.app.goo.gl/AbCdEf12345',
  'https://example.com/page',
  '///filled.count.soap',
])('%s names no position', async (text) => {
  expect(await readPosition(text)).toBeNull()
})

test('what the app writes it reads again, to the metre', () =>
  fc.assert(
    fc.asyncProperty(
      fc.double({ min: -89.9, max: 89.9, noNaN: true }),
      fc.double({ min: -179.9, max: 179.9, noNaN: true }),
      async (lat, lng) => {
        expect(await readPosition(positionInWords({ lat, lng }))).toEqual(near({ lat, lng }, 4))
      },
    ),
  ))

test('any text at all is read or refused, never thrown at', () =>
  fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      const read = await readPosition(text)
      expect(read === null || (Math.abs(read.lat) <= 90 && Math.abs(read.lng) <= 180)).toBe(true)
    }),
  ))

test('three words are known with slashes, as a link, in any case; anything else is none', () => {
  for (const text of [
    'filled.count.soap',
    '///Filled.Count.Soap',
    'https://what3words.com/filled.count.soap',
    ' w3w.co/filled.count.soap ',
  ])
    expect(what3wordsOf(text)).toBe('filled.count.soap')
  for (const text of ['', 'filled.count', 'a b c', 'www.example.co.uk', '52.2297, -2.9411']) expect(what3wordsOf(text)).toBeNull()
})

test('directions go to the address sooner than to the centre of its postcode', () => {
  const centre = { ...LINGEN, positionSource: 'postcode' }
  expect(directionsTo(centre, 'Mill Lane, SY8 4OC')).toContain('destination=Mill%20Lane')
  expect(directionsTo(centre, '')).toContain('destination=52.2297%2C-2.9411')
  expect(directionsTo({ ...LINGEN, positionSource: 'what3words' }, 'Mill Lane')).toContain('destination=52.2297%2C-2.9411')
  expect(directionsTo(undefined, 'Mill Lane')).toContain('destination=Mill%20Lane')
})

test('directions go to the position where there is one, else to the address', () => {
  expect(directionsHref(LINGEN, 'Lingen')).toContain('destination=52.2297%2C-2.9411')
  expect(directionsHref(null, 'Mill Lane, SY8 4OC')).toContain('destination=Mill%20Lane%2C%20SY8%204OC')
  expect(directionsHref(null, '')).toBeNull()
  expect(positionOf({ lat: 0, lng: 0 })).toEqual({ lat: 0, lng: 0 })
  expect(positionOf({ lat: null, lng: null })).toBeNull()
})
