import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { HomeView } from '#app/my/home-view.ts'
import type { HorseRecord, HorseView, Moment, Photo } from '#app/my/horse-view.ts'
import { MyCardPage } from '#app/pages/my/MyCardPage.tsx'
import { MyHomePage } from '#app/pages/my/MyHomePage.tsx'
import { MyHorsePage } from '#app/pages/my/MyHorsePage.tsx'
import { takeFiles } from '#app/pages/my/upload.ts'
import type { CardFoot } from '#features/day/visit-card/card.ts'
import '#ui/styles.css'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'

const fetched = globalThis.fetch
afterEach(() => {
  globalThis.fetch = fetched
  vi.unstubAllGlobals()
  localStorage.clear()
  document.documentElement.removeAttribute('data-theme')
})

const look = (isShod: boolean, isFront: boolean) => ({ isShod, isFront, hasBar: false, hasPad: false, hasStuds: false })
const feet: CardFoot[] = [
  { foot: 'NF', name: 'Near fore', words: 'New shoe, 5¼ fullered', look: look(true, true) },
  { foot: 'OF', name: 'Off fore', words: 'New shoe, 5¼ fullered', look: look(true, true) },
  { foot: 'NH', name: 'Near hind', words: 'Trim', look: look(false, false) },
  { foot: 'OH', name: 'Off hind', words: 'Trim', look: look(false, false) },
]
const photo = (id: string, day: string, isOwn = false): Photo => ({ id, words: 'Biscuit, near fore, the sole', day, isOwn })
const moment = (n: number): Moment => ({
  id: `work-${n}`,
  day: `2026-${String(11 - n).padStart(2, '0')}-10`,
  who: 'Gareth Probert',
  visitId: `visit-${n}`,
  work: [{ id: `work-${n}`, serviceType: 'Full set new', description: n === 0 ? 'Rolled toes.' : null, feet: n === 0 ? feet : [] }],
  seen: n === 0 ? ['Near fore: thrush'] : [],
  advice: n === 0 ? ['Pick out daily.'] : [],
  photos: n === 0 ? [photo('p1', '2026-11-10')] : [],
})
const record: HorseRecord = {
  photo: photo('p0', '2026-11-10'),
  feet,
  feetDay: '2026-11-10',
  isWorkShown: true,
  hasCome: false,
  timeline: Array.from({ length: 9 }, (_, n) => moment(n)),
  pairs: [{ title: 'Near fore, solar', before: photo('p2', '2026-10-01'), after: photo('p1', '2026-11-10') }],
  photos: Array.from({ length: 14 }, (_, n) => photo(`g${n}`, '2026-11-10', n === 2)),
  photosComing: 1,
  files: [{ id: 'f1', name: 'Vet letter, Mrs Okafor, a long name that goes over two lines.pdf', detail: 'Document, Tue 10 Nov, 310 KB' }],
  upload: { state: 'open', takes: 'all', clientId: 'sian' },
}
const notes: HorseView['notes'] = Array.from({ length: 5 }, (_, n) => ({
  ...{ id: `n${n}`, isPlan: n % 2 === 0, author: 'Mia Bevan Llanfairpwllgwyngyllgogerychwyrndrobwll', role: 'Vet', day: '2026-11-12' },
  ...{ lines: n % 2 === 0 ? ['Near fore, off fore: 3° wedge, leather pad'] : [], body: 'Broken back axis.', reviewDay: '2027-01-12' },
}))
const horse: HorseView = {
  page: 'horse',
  slug: 'probert-farriery',
  role: 'holder',
  words: null,
  practiceName: 'Probert Farriery',
  horse: { id: 'biscuit', name: 'Biscuit', about: 'Bay Welsh cob, born 2014', sinceDay: '2024-05-03', lastDay: null, maySell: true },
  due: { words: '3 days over', tone: 'late', cycle: { lastDay: '2026-10-11', dueDay: '2026-11-22', days: 42, passed: 45 } },
  mayShare: true,
  isClosed: false,
  notes,
  record,
}
const stop = {
  ...{
    id: 'v1',
    title: 'Biscuit, full set',
    callNumber: 3,
    currentCallNumber: 2,
    stopsBefore: 1,
    isCallOnly: true,
    callPeriod: 'AM' as const,
  },
  ...{ startTime: null, isCallComplete: false, isSkipped: false, totalStops: 6, completedStops: 1, note: null },
  arrivalRange: { from: '2026-11-25T10:30:00.000Z', to: '2026-11-25T11:15:00.000Z', was: null, why: null },
}
const names = ['Biscuit', 'Merlin', 'Seren', 'Taran', 'Mellt', 'Cariad', 'Nell', 'Dolly', 'Bryn', 'A horse of a very long name indeed']
const home: HomeView = {
  page: 'home',
  cares: false,
  matches: [],
  waiting: [],
  practices: [
    {
      slug: 'probert',
      name: 'Probert Farriery',
      round: {
        stops: [stop],
        cards: [],
        asAt: '2026-11-25T09:40:00.000Z',
        zone: 'Europe/London',
        prepLine: 'Caught, dry legs, hard standing please',
      },
      next: { id: 'v2', clientId: 'sian', onDay: '2027-01-06', when: 'in the morning', horses: ['Biscuit', 'Merlin'], standing: null },
      laterVisits: 1,
      unread: 2,
      horses: names.map((name, n) => ({
        id: name,
        name,
        due: n === 1 ? { words: 'box rest until Tue 15 Dec', tone: 'neutral' } : { words: 'due Wed 6 Jan', tone: 'ok' },
      })),
      past: [{ id: 'old', name: 'Old Tom', due: { words: 'Deceased 3 Mar 2025', tone: 'neutral' } }],
      owedPence: 3500,
      yards: [],
      termsFor: [{ id: 'sian', name: 'Siân Penrose' }],
      asked: 2,
      photosAsked: 0,
    },
    {
      slug: 'rees',
      name: 'Rees & Daughter',
      round: null,
      next: null,
      laterVisits: 0,
      unread: 0,
      horses: [{ id: 'p', name: 'Pip', due: { words: '3 days over', tone: 'late' } }],
      past: [],
      owedPence: null,
      yards: [],
      termsFor: [],
      asked: 0,
      photosAsked: 0,
    },
  ],
}
const card = {
  page: 'card' as const,
  slug: 'probert',
  visitId: 'v1',
  card: {
    ...{
      practiceName: 'Probert Farriery',
      phone: null,
      picture: null,
      frcNumber: 'H1234',
      farrierName: 'Gareth Probert',
      ownerName: 'Siân',
    },
    ...{ day: '2026-11-10', yardName: 'Tŷ Gŵyn Livery', untilDay: null },
    horses: [
      {
        id: 'l1',
        name: 'Biscuit',
        work: moment(0).work,
        notDone: null,
        seen: ['Near fore: thrush'],
        advice: ['Pick out daily.'],
        photos: [],
        plan: notes[0] ?? null,
        photosComing: 0,
        nextDueOn: null,
        booked: 'Wed 6 Jan 2027 at 09:00',
      },
    ],
  },
}

const SCREENS = {
  home: <MyHomePage {...home} />,
  'home-empty': <MyHomePage page="home" cares={false} matches={[]} waiting={[]} practices={[]} />,
  horse: <MyHorsePage {...horse} />,
  'horse-sold': (
    <MyHorsePage
      {...horse}
      horse={{ ...horse.horse, lastDay: '2026-09-01' }}
      due={null}
      record={{ ...record, upload: { state: 'none' } }}
    />
  ),
  'horse-closed': <MyHorsePage {...horse} isClosed record={null} />,
  'horse-paused': <MyHorsePage {...horse} record={{ ...record, upload: { state: 'paused' } }} />,
  card: <MyCardPage {...card} />,
}

test.each(Object.entries(SCREENS))('%s is right for who can’t see it, on a phone and on a desktop', async (name, screen) => {
  for (const [width, theme] of [...LOOKS, [375, 'dark'], [1280, 'light']] as const) {
    await page.viewport(width, 900)
    document.documentElement.dataset.theme = theme
    const shown = await render(screen)
    expect(await axeFindings(), `${name} ${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, `${name} ${width}`).toBeLessThanOrEqual(width)
    await shown.unmount()
  }
})

test('sending is there once the script is, shows its progress, goes on after a loss, and takes no that is final', async () => {
  const asked: string[] = []
  const answers = new Map<string, () => Response>([
    ['POST /api/my/uploads', () => json({ id: 'x', state: 'uploading', uploadURL: '/api/objects/x/upload/t', way: 'put' })],
    ['POST /api/my/files', () => json({ id: 'a', fileType: 'image' }, 201)],
  ])
  let isCut = true
  globalThis.fetch = async (url, { method = 'GET' } = {}) => {
    const path = `${method} ${new URL(String(url), location.href).pathname}`
    asked.push(path)
    return answers.get(path)?.() ?? new Response(null, { status: 204 })
  }
  class Bytes extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = 204
    #path = ''
    open(method: string, url: string) {
      this.#path = `${method} ${new URL(url, location.href).pathname}`
    }
    send() {
      asked.push(this.#path)
      const end = new Event(isCut ? 'error' : 'load')
      isCut = false
      queueMicrotask(() => this.dispatchEvent(end))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Bytes)
  const screen = await render(<MyHorsePage {...horse} />)
  const within = screen.container.querySelector<HTMLElement>('[data-upload]')
  if (!within) throw new Error('nowhere to send')
  expect(within.hidden).toBe(true)
  takeFiles(within)
  await expect.element(screen.getByText('Choose files')).toBeVisible()
  await screen.getByLabelText('Choose files').upload(new File(['abc'], 'hoof.jpg', { type: 'image/jpeg' }))
  await expect.element(screen.getByText('No connection. It carries on when there’s signal.')).toBeVisible()
  dispatchEvent(new Event('online'))
  await expect.element(screen.getByText('hoof.jpg is sent. Your farrier has it with the horse.')).toBeVisible()
  const [upload, put, given] = ['POST /api/my/uploads', 'PUT /api/objects/x/upload/t', 'POST /api/my/files']
  expect(asked).toEqual([upload, put, upload, put, given])
  answers.set('POST /api/my/uploads', () => json({ code: 'guest_day_full', message: 'That’s as much as you can send in a day.' }, 429))
  await screen.getByLabelText('Choose files').upload(new File(['abc'], 'more.jpg', { type: 'image/jpeg' }))
  await expect.element(screen.getByText('more.jpg isn’t sent. That’s as much as you can send in a day.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
