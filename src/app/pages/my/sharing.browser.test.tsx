import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { JoinState } from '#app/join/join-view.ts'
import type { CareForm, CareRow, CareSharing } from '#app/my/care-sharing-view.ts'
import type { OtherRow, SharingPractice } from '#app/my/sharing-view.ts'
import { JoinPage } from '#app/pages/join/JoinPage.tsx'
import { MyHomePage } from '#app/pages/my/MyHomePage.tsx'
import { MySharingPage } from '#app/pages/my/MySharingPage.tsx'
import { MyWords } from '#app/pages/my/MyWords.tsx'
import { agreedWords, SPAN_CHOICES } from '#features/records/guests/care-rules.ts'
import type { ConsentPage as Consent } from '#features/records/guests/consent-page.ts'
import { ConsentPage } from '#features/records/guests/page/ConsentPage.tsx'
import type { Invited } from '#features/records/guests/rules.ts'
import '#ui/styles.css'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'

afterEach(() => document.documentElement.removeAttribute('data-theme'))

const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const row = (number: number, change: Partial<OtherRow> = {}): OtherRow => ({
  ...{ what: 'sharer', id: `g${number}`, name: 'Non Bevan', sees: 'Seren, its photos and visits, and answers about them' },
  detail: 'Since Sat 28 Nov 2026, last opened Sat 28 Nov 2026',
  ...change,
})
const careForm: CareForm = {
  ...{ role: 'vet', horseIds: [], name: '', practice: '', to: '', back: 'all', days: '90', mayContact: false, fault: null },
}
const careRow = (id: string, change: Partial<CareRow> = {}): CareRow => ({
  ...{ id, name: 'Mia Bevan, Teme Vets', lines: ['Seren: sees it until 26 Feb 2027'], words: 'Mia Bevan may see Seren.', isAsked: false },
  ...{
    detail: 'As a vet, at mia@vets.example, let in by you on 28 Nov 2026',
    goesOnUntil: '27 May 2027',
    isEndable: true,
    pdf: id,
    ...change,
  },
})
const care: CareSharing = {
  rows: [
    careRow('k1'),
    careRow('k2', { lines: ['Seren: waits for your yes'], isAsked: true, isEndable: false, goesOnUntil: null, pdf: null }),
  ],
  ended: [careRow('k3', { lines: ['Seren: ended: taken back'], isEndable: false, goesOnUntil: null })],
  roles: [
    { role: 'vet', horses: [{ id: 'h1', name: 'Seren' }], costs: 'Vet Integration: You pay £2.99 a horse a month for it.' },
    { role: 'para-professional', horses: [], costs: 'Para-Professional Network: You pay £1.99 a horse a month for it.' },
  ],
  services: null,
  spans: SPAN_CHOICES,
  form: careForm,
}
const noCare: CareSharing = { ...care, rows: [], ended: [], roles: care.roles.map((role) => ({ ...role, horses: [] })) }
const careRefused: CareSharing = {
  ...noCare,
  roles: care.roles,
  form: { ...careForm, horseIds: ['h1'], name: 'Mia', to: 'mia', fault: "That's neither an e-mail address nor a UK mobile number." },
}
const form = { role: 'helper', horseId: 'h1', name: '', to: '', seesMoney: false, mayAnswer: false, fault: null, mustProve: false } as const
const link = {
  ...{ id: 's1', slug: 'probert', horse: 'Seren', recipient: 'for Bevan Bloodstock, about a sale', isOpen: true, mayEnd: true },
  ...{ standing: 'Works until Sat 12 Dec 2026', opened: 'Opened 3 times', shows: 'Work and feet, 2 photos' },
}
const practice: SharingPractice = {
  ...{ slug: 'probert', name: 'Gareth Probert Farriery', hasRecord: true, closed: null, links: [link] },
  clients: [
    {
      ...{ id: 'c1', name: 'Sarah', horses: [{ id: 'h1', name: 'Seren' }], form, care, photos: [] },
      people: [row(1), row(2, { what: 'helper', name: 'Dai', sees: 'All your horses, visits and messages, no bills' })],
      invited: [row(3, { what: 'invite', name: 'Megan', detail: 'Invited at megan@example.com, waits until Mon 28 Dec 2026' })],
    },
  ],
}
const [client] = practice.clients
const empty = { ...practice, links: [], clients: client ? [{ ...client, people: [], invited: [], care: noCare }] : [] }
const refused = {
  ...form,
  role: 'sharer',
  name: 'Non',
  to: 'nobody',
  fault: "That's neither an e-mail address nor a UK mobile number.",
} as const
const much = {
  ...practice,
  name: LONG,
  links: ['a', 'b'].map((id) => ({ ...link, id, horse: LONG, recipient: LONG, isOpen: id === 'a' })),
  clients: ['c1', 'c2'].flatMap((id) =>
    client
      ? [
          {
            ...client,
            id,
            name: LONG,
            care: {
              ...care,
              rows: ['k', 'l', 'm'].map((one) => careRow(`${id}${one}`, { name: LONG, lines: [LONG], detail: LONG, words: LONG })),
            },
            people: Array.from({ length: 30 }, (_, number) => row(number, { id: `${id}-${number}`, name: LONG })),
          },
        ]
      : [],
  ),
}
const mine = [
  { slug: 'probert', practice: 'Gareth Probert Farriery', what: 'horse', id: 'h9', name: 'Taran' },
  { slug: 'probert', practice: LONG, what: 'client', id: 'c9', name: LONG },
] as const
const invited: Invited = {
  ...{
    practiceName: 'Gareth Probert Farriery',
    role: 'sharer',
    from: 'Sarah',
    client: 'Sarah',
    horse: 'Seren',
    seesMoney: false,
    mayAnswer: true,
    care: null,
  },
}
const join = (standing: JoinState) => (
  <JoinPage
    view={{ token: 't', standing, invitation: { practiceName: 'Gareth Probert Farriery', from: 'Sarah', isHanded: false, isNamed: true } }}
  />
)
const sharing = { page: 'sharing', mine: [], hasInvited: false, said: null, careFault: null } as const

const agreed = { when: '28 Nov 2026 at 10:00', how: 'link', notedBy: null } as const
const consent: Consent = {
  ...{ practiceName: 'Gareth Probert Farriery', picture: null, ownerName: 'Sarah', toName: 'Mia Bevan', horses: 'Seren and Bess' },
  ...{ untilOn: '26 Feb 2027', isAgain: false, is: 'asked', agreed: null, refusedBy: null },
  words: agreedWords({
    ...{ toName: 'Mia Bevan', toPractice: 'Teme Vets', role: 'vet', horses: ['Seren', 'Bess'], backToOn: null },
    ...{ untilOn: '2027-02-26', mayContact: false },
  }),
}

const SCREENS = {
  sharing: <MySharingPage {...sharing} practices={[practice]} mine={mine} hasInvited />,
  'sharing-empty': <MySharingPage {...sharing} practices={[empty]} />,
  'sharing-nothing': <MySharingPage {...sharing} practices={[]} />,
  'sharing-refused': (
    <MySharingPage {...sharing} practices={[{ ...empty, clients: empty.clients.map((one) => ({ ...one, form: refused })) }]} />
  ),
  'sharing-care-refused': (
    <MySharingPage
      {...sharing}
      practices={[{ ...empty, clients: empty.clients.map((one) => ({ ...one, care: careRefused })) }]}
      careFault="That was answered already, or has ended. Look again."
    />
  ),
  'sharing-paused': <MySharingPage {...sharing} practices={[{ ...practice, closed: 'Your farrier takes nothing in here just now.' }]} />,
  'sharing-much': <MySharingPage {...sharing} practices={[much]} mine={mine} />,
  'join-out': join({ is: 'signed-out', takes: ['email', 'phone'], isTestVersion: true }),
  'join-another': join({ is: 'another' }),
  'join-proven': join({ is: 'proven', invited }),
  'join-vet': join({
    is: 'proven',
    invited: {
      ...invited,
      role: 'vet',
      horse: null,
      care: { horses: ['Seren', LONG], backToOn: '2026-05-01', untilOn: '2027-02-26', mayContact: false },
    },
  }),
  'consent-asked': <ConsentPage page={consent} token="t" />,
  'consent-again': (
    <ConsentPage page={{ ...consent, isAgain: true, horses: LONG, toName: LONG }} token="t" fault="That was answered already." />
  ),
  'consent-agreed': <ConsentPage page={{ ...consent, is: 'agreed', agreed }} token="t" />,
  'consent-noted': (
    <ConsentPage page={{ ...consent, is: 'agreed', agreed: { ...agreed, how: 'said', notedBy: 'Gareth Probert' } }} token="t" />
  ),
  'consent-refused': <ConsentPage page={{ ...consent, is: 'refused', refusedBy: 'owner' }} token="t" />,
  'consent-stopped': <ConsentPage page={{ ...consent, is: 'taken-back', agreed }} token="t" />,
  'consent-over': <ConsentPage page={{ ...consent, is: 'over', agreed }} token="t" />,
  'home-invited': (
    <MyHomePage
      page="home"
      cares={false}
      matches={[]}
      practices={[]}
      waiting={[{ practiceId: 'p1', inviteId: 'i1', ...invited, role: 'helper', horse: null }]}
    />
  ),
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

test('what a sharer has typed stays beside the reason why it was not sent', async () => {
  const words = { said: [], canSend: true, typed: 'She is footsore.', fault: 'That was a little fast. Try again in a minute.' }
  const screen = await render(
    <main>
      <h1>Seren</h1>
      <MyWords slug="probert" horse={{ id: 'h1', name: 'Seren' }} words={words} />
    </main>,
  )
  await expect.element(screen.getByLabelText('About Seren')).toHaveValue('She is footsore.')
  await expect.element(screen.getByText(words.fault)).toBeVisible()
  expect(await axeFindings()).toEqual([])
})
