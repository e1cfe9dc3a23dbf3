import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CareFile, CareHorseView, CareRow, CareView } from '#app/my/care-view.ts'
import type { Moment, Photo } from '#app/my/horse-view.ts'
import { CareEndedPage } from '#app/pages/my/care/CareEndedPage.tsx'
import { CareFilmPage } from '#app/pages/my/care/CareFilmPage.tsx'
import { CareHorsePage } from '#app/pages/my/care/CareHorsePage.tsx'
import { CarePage } from '#app/pages/my/care/CarePage.tsx'
import { takeFiles } from '#app/pages/my/upload.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'
import '#ui/styles.css'

const row = (name: string, more: Partial<CareRow> = {}): CareRow => ({
  ...{
    slug: 'probert',
    id: name,
    name,
    detail: 'Probert Farriery, next visit Thu 3 Dec',
    news: null,
    until: '2027-02-24',
    isEnding: false,
  },
  ...more,
})
const care: CareView = {
  page: 'care',
  ...{ all: 12, withNews: 3, asked: { by: 'yard', words: '', newOnly: false }, hasOwn: true },
  groups: [
    {
      name: 'Hollybush Farm Livery',
      horses: [
        row('Biscuit', { news: '2 new' }),
        row('Merlin', { isEnding: true, until: '2026-12-04' }),
        row('Seren', { news: 'Not opened yet' }),
      ],
    },
    {
      name: 'Llanfairpwllgwyngyllgogerychwyrndrobwll Stud',
      horses: [row('Llanfairpwllgwyngyllgogerychwyrndrobwll Cariad', { detail: '' })],
    },
  ],
}
const moment = (n: number): Moment => ({
  ...{ id: `w${n}`, day: '2026-11-10', who: 'Gareth Probert', visitId: null, photos: [] },
  work: [{ id: `w${n}`, serviceType: 'Full set new', description: n === 0 ? 'Rolled toes.' : null, feet: [] }],
  ...{ seen: n === 0 ? ['Near fore: thrush'] : [], advice: [] },
})
const photo: Photo = { id: 'p', words: 'Biscuit, near fore, solar', day: '2026-11-10', isOwn: false }
const file = (name: string, more: Partial<CareFile> = {}): CareFile => ({
  ...{ id: name, name, detail: 'Radiograph, Tue 10 Nov, 8.1 MB', isFilm: true, own: null },
  ...more,
})
const horse: CareHorseView = {
  page: 'care-horse',
  ...{
    slug: 'probert',
    practiceName: 'Probert Farriery',
    phone: '01597 820111',
    role: 'vet',
    fromDay: '2026-09-01',
    untilDay: '2027-02-24',
  },
  horse: { id: 'biscuit', name: 'Biscuit', about: 'Bay Welsh cob, born 2014', markings: 'Star, near hind sock' },
  ...{ yard: 'Hollybush Farm Livery', nextDay: '2026-12-03', owner: null, said: null },
  ...{ flags: ['Kicks', 'Needs sedation'], temperament: 'Quiet in front. Hates umbrellas.' },
  record: {
    ...{ photo: null, feet: [], feetDay: null, isWorkShown: true, hasCome: false, timeline: [moment(0), moment(1)], pairs: [] },
    ...{ photos: [photo], photosComing: 0, files: [], upload: { state: 'none' } },
  },
  files: [
    file('NF Lateral'),
    file('OF Lateral', { detail: 'Radiograph, Tue 10 Nov, 8.1 MB, sent by you', own: { isKeptUntil: '2026-12-10', mayPassOn: false } }),
    file('Gait at trot.csv', { isFilm: false, detail: 'Gait analysis, Mon 9 Nov, 310 KB', own: { isKeptUntil: null, mayPassOn: true } }),
  ],
  colleagues: {
    asked: [{ name: 'Ann Price, Teme Vets', words: 'The owner has said yes. Waits for the farrier' }],
    ...{ typed: { name: '', practice: '', to: '' }, fault: null },
  },
  upload: {
    types: ['Image', 'Video', 'Scan', 'Radiograph', 'Document'].map((label) => ({ value: label.toLowerCase(), label })),
    ...{ accept: 'image/*,.dcm', mayKeep: true },
  },
}
const ofPara: CareHorseView = { ...horse, role: 'para-professional', upload: horse.upload && { ...horse.upload, mayKeep: false } }
const empty: CareHorseView = {
  ...horse,
  ...{ flags: [], temperament: null, phone: null, nextDay: null, yard: null, files: [], upload: null },
  record: { ...horse.record, timeline: [], photos: [] },
}
const many = Array.from({ length: 80 }, (_, n) => row(`Horse ${n + 1}`, n % 7 === 0 ? { news: '1 new' } : {}))

const SCREENS = {
  care: <CarePage {...care} />,
  'care-empty': <CarePage {...care} all={0} withNews={0} groups={[]} hasOwn={false} />,
  'care-none-found': <CarePage {...care} groups={[]} asked={{ by: 'practice', words: 'zzz', newOnly: true }} />,
  'care-much': <CarePage {...care} all={80} withNews={12} groups={[{ name: 'Probert Farriery', horses: many }]} />,
  'care-horse': <CareHorsePage {...horse} />,
  'care-horse-contact': <CareHorsePage {...horse} owner={{ name: 'Siân Penrose', phone: '+447700900118' }} said="The owner sees it now." />,
  'care-horse-empty': <CareHorsePage {...empty} />,
  'care-horse-para': <CareHorsePage {...ofPara} />,
  'care-film': (
    <CareFilmPage
      {...{ page: 'care-film', slug: 'probert', horse: horse.horse, others: [], mayReadPatient: true, mayMeasure: true }}
      film={{ id: 'f', name: 'NF.dcm', foot: 'NF', view: 'Lateral', day: '2026-11-10' }}
    />
  ),
  'care-ended': <CareEndedPage page="care-ended" name="Biscuit" day="2026-11-24" />,
  'care-ended-unknown': <CareEndedPage page="care-ended" name={null} day={null} />,
}

afterEach(() => document.documentElement.removeAttribute('data-theme'))

test.each(Object.entries(SCREENS))('%s is right for who can’t see it, on a phone and on a desktop', async (name, screen) => {
  for (const [width, theme] of [[320, 'light'], ...LOOKS, [375, 'dark'], [1280, 'light']] as const) {
    await page.viewport(width, 900)
    document.documentElement.dataset.theme = theme
    const shown = await render(screen)
    // Shown by its script.
    for (const upload of shown.container.querySelectorAll<HTMLElement>('[data-upload]')) takeFiles(upload)
    expect(await axeFindings(), `${name} ${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, `${name} ${width}`).toBeLessThanOrEqual(width)
    await shown.unmount()
  }
})

const wordsOf = async (screen: (typeof SCREENS)[keyof typeof SCREENS]) => {
  const shown = await render(screen)
  const words = shown.container.textContent ?? ''
  await shown.unmount()
  return words
}

test('a page of all horses shows what is new, what ends, and where nothing is', async () => {
  expect(await wordsOf(SCREENS.care)).toMatch(/12 horses.*New since you looked \(3\).*Biscuit.*2 new.*Merlin.*Until Fri 4 Dec 2026/)
  expect(await wordsOf(SCREENS['care-empty'])).toContain('No horse is open to you now.')
  expect(await wordsOf(SCREENS['care-none-found'])).toMatch(/Clear the search.*None of your horses is like that/)
})

test('a horse’s page shows how it is handled, whom to ring, and what can’t be had', async () => {
  expect(await wordsOf(SCREENS['care-horse'])).toMatch(
    /comes next on Thu 3 Dec 2026.*Kicks.*Hates umbrellas.*Ring the farrier, Probert Farriery/,
  )
  expect(await wordsOf(SCREENS['care-horse'])).not.toContain('Ring the owner')
  expect(await wordsOf(SCREENS['care-horse-contact'])).toMatch(/The owner sees it now.*Ring the owner, Siân Penrose/)
  expect(await wordsOf(SCREENS['care-horse-empty'])).toMatch(
    /No farrier’s visit is booked.*has given no number.*Nothing is written down since Tue 1 Sep 2026.*takes nothing in here just now/,
  )
  expect(await wordsOf(SCREENS['care-horse-para'])).not.toContain('Keep from the owner')
  expect(await wordsOf(SCREENS['care-ended'])).toContain('Your access to Biscuit ended on Tue 24 Nov. Ask the owner.')
  expect(await wordsOf(SCREENS['care-ended-unknown'])).toContain('Your access to this horse has ended. Ask the owner.')
})

const filmOf = (patient: string) =>
  writeDicom({
    elements: pictureElements({ columns: 4, rows: 4, stored: 12 }, [
      [0x00080020, 'DA', '20261103'],
      [0x00100010, 'PN', patient],
    ]),
    pixels: words(Array.from({ length: 16 }, () => 0)),
  }) as Uint8Array<ArrayBuffer>
/** The requests to the server, with its answers. */
function served() {
  const asked: { path: string; body: Record<string, unknown> }[] = []
  const before = window.fetch
  window.fetch = async (input, init) => {
    const path = new URL(String(input instanceof Request ? input.url : input), location.href).pathname
    const text = input instanceof Request ? await input.clone().text() : String(init?.body ?? '')
    asked.push({ path, body: JSON.parse(text || '{}') as Record<string, unknown> })
    const answer = path.endsWith('/uploads')
      ? { id: 'x', state: 'stored', uploadURL: null, way: 'put' }
      : { id: 'x', fileType: 'radiograph' }
    return new Response(JSON.stringify(answer), {
      status: path.endsWith('/files') ? 201 : 200,
      headers: { 'content-type': 'application/json' },
    })
  }
  return {
    given: () => asked.filter(({ path }) => path === '/api/my/files').map(({ body }) => body),
    stop: () => {
      window.fetch = before
    },
  }
}

test('several films go at once with what was entered for them, each with its own day; one that names another horse needs a yes', async () => {
  const server = served()
  const shown = await render(SCREENS['care-horse'])
  takeFiles(shown.container.querySelector<HTMLElement>('[data-upload]') as HTMLElement)
  await page.getByRole('combobox', { name: /^Foot/ }).selectOptions('Near fore (left front)')
  await page.getByRole('checkbox', { name: /^Keep from the owner/ }).click()
  const films = [
    new File([filmOf('BISCUIT^PENROSE')], 'a.dcm'),
    new File([filmOf('Merlin^Bevan')], 'b.dcm'),
    new File([filmOf('Merlin^Bevan')], 'c.dcm'),
  ]
  await page.getByLabelText('Choose files').upload(films)
  await expect.element(page.getByText('The film says it is of Merlin Bevan. Is it of Biscuit?')).toBeVisible()
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await expect.element(page.getByRole('button', { name: 'It’s Biscuit: send it' })).toBeVisible()
  await page.getByRole('button', { name: 'It’s Biscuit: send it' }).click()
  await expect.element(page.getByText('c.dcm is sent. The farrier has it with the horse.')).toBeVisible()
  const said = { asCarer: true, foot: 'NF', isKept: true, mayPassOn: false, takenOn: '2026-11-03', horseId: 'biscuit', practice: 'probert' }
  expect(server.given()).toMatchObject([
    { ...said, fileName: 'a.dcm' },
    { ...said, fileName: 'c.dcm' },
  ])
  server.stop()
  await shown.unmount()
})
