import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CareConsent, CareHorse, HorseCare } from '#features/records/guests/care-contract.ts'
import { ProfessionalServicesCard } from '#features/records/guests/web/ProfessionalServicesCard.tsx'
import { setClock } from '#lib/clock.ts'
import { addDays, instantOf } from '#lib/dates.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { leaveRound, memberId, practice, startRound, today } from '#testing/browser/round.tsx'

let care: HorseCare
let sent: [path: string, body: unknown][]
const fetched = globalThis.fetch
beforeEach(async () => {
  await startRound()
  care = {
    services: { 'vet-integration': true, 'para-professional': false },
    openUntil: NO_END,
    ...{ alsoOpen: [FLY], consents: [], news: [], asAt: '2026-11-28T10:00:00.000Z' },
  }
  sent = []
  const inRound = globalThis.fetch
  globalThis.fetch = async (url, options = {}) => {
    const path = `${options.method ?? 'GET'} ${new URL(String(url), location.href).pathname}`
    if (!/grants/.test(path)) return inRound(url, options)
    if (path.startsWith('POST')) sent.push([path, JSON.parse(String(options.body ?? 'null'))])
    return new Response(JSON.stringify(path.startsWith('POST') ? consent('new') : care), {
      headers: { 'content-type': 'application/json' },
    })
  }
})
afterEach(async () => {
  await leaveRound()
  globalThis.fetch = fetched
})

const NO_END = { 'vet-integration': null, 'para-professional': null }
const FLY = { id: 'fly', name: 'Fly', service: 'vet-integration' } as const
const horse = (change: Partial<CareHorse> = {}): CareHorse => ({
  ...{
    id: 'biscuit',
    name: 'Biscuit',
    standing: 'theirs',
    isServiceOpen: true,
    serviceOpenUntil: null,
    grantedUntil: '2099-02-27T00:00:00.000Z',
  },
  ...{ grantEndedAt: null, grantEndedBy: null, openedAt: '2026-11-24T09:00:00.000Z', ...change },
})
const consent = (id: string, change: Partial<CareConsent> = {}): CareConsent => ({
  ...{
    id,
    clientId: 'sian',
    clientName: 'Siân Penrose',
    role: 'vet',
    toName: 'Mia Bevan',
    to: 'mia@vets.example',
    toPractice: 'Teme Vets',
  },
  ...{ regNumber: 'M 7012345', backToOn: null, untilOn: '2099-02-26', untilAt: '2099-02-27T00:00:00.000Z', mayContact: false },
  ...{
    words: 'Yes.',
    renewsId: null,
    askedAt: '2026-11-20T10:00:00.000Z',
    askedBy: 'owner',
    askedFor: null,
    agreedAt: '2026-11-20T10:00:00.000Z',
  },
  ...{ agreedHow: 'portal', notedBy: null, approvedAt: '2026-11-20T10:00:00.000Z', refusedAt: null, refusedBy: null, takenBackAt: null },
  ...{ takenBackBy: null, invitedUntil: null, isOff: false, isLetIn: true, horses: [horse()], ...change },
})
const show = async (role: 'owner' | 'apprentice' = 'owner') => {
  await practice.signIn({ memberId, role })
  return open()
}
const open = () =>
  render(
    <main>
      <h1>Biscuit</h1>
      <h2>Details</h2>
      <ProfessionalServicesCard
        horse={{ id: 'biscuit', name: 'Biscuit', vetName: 'Teme Vets', client: { name: 'Siân Penrose' } as never }}
      />
    </main>,
  )
const looked = async () => {
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 900)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings()).toEqual([])
  }
}

test('a service that is open shows who sees the horse until when; one that is not, what it costs whom, with nothing to press', async () => {
  care = {
    ...care,
    consents: [consent('open'), consent('waits', { toName: 'Tom Pugh', toPractice: null, approvedAt: null, horses: [WAITS] })],
  }
  const screen = await show()
  const vets = screen.getByRole('region', { name: 'Vet Integration' })
  const rows = vets.getByRole('listitem')
  await expect.element(rows.nth(0).getByText('Sees it until 26 Feb 2099')).toBeVisible()
  const detail =
    'At mia@vets.example, registration M 7012345, as they say, let in by Siân Penrose on 20 Nov 2026, agreed in their portal, last opened Tue 24 Nov'
  await expect.element(rows.nth(0).getByText(detail)).toBeVisible()
  const paras = screen.getByRole('region', { name: 'Para-Professional Network' })
  const costs =
    'A physio or other para-professional sees what was done and adds notes and files. The owner pays £1.99 a horse a month for it.'
  await expect.element(paras.getByText(`${costs} Not open for Biscuit.`)).toBeVisible()
  expect(paras.getByRole('button').elements()).toEqual([])
  await expect.element(paras.getByRole('link', { name: 'Offer it to clients' })).toHaveAttribute('href', '/settings/plan')
  await looked()
  await userEvent.click(rows.nth(1).getByRole('button', { name: /Let them in.*Tom Pugh/ }))
  await userEvent.click(rows.nth(0).getByRole('button', { name: /End.*Mia Bevan/ }))
  await expect.poll(() => sent.map(([path]) => path)).toEqual(['POST /api/grants/waits/answer', 'POST /api/grants/open/end'])
  expect(sent[0]?.[1]).toEqual({ isYes: true })
})
const WAITS = horse({ grantedUntil: null, openedAt: null })

test('a device that has heard a service is open knows without a signal when it has ended', async () => {
  const closes = instantOf(addDays(today, 1), '00:00', 'Europe/London')
  const ends = { serviceOpenUntil: closes.toISOString() }
  care = {
    ...care,
    openUntil: { ...NO_END, 'vet-integration': ends.serviceOpenUntil },
    consents: [consent('open', { horses: [horse(ends)] })],
  }
  const screen = await show()
  const vets = screen.getByRole('region', { name: 'Vet Integration' })
  await expect.element(vets.getByText('Sees it until 26 Feb 2099')).toBeVisible()
  globalThis.fetch = () => Promise.reject(new TypeError('no signal'))
  setClock(closes)
  // As a phone that is looked at again.
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(vets.getByText('Closed: the service it needs isn’t open')).toBeVisible()
  await expect.element(vets.getByText(/Not open for Biscuit\.$/)).toBeVisible()
  expect(vets.getByRole('button', { name: 'Let a vet see it' }).elements()).toEqual([])
})

test('a vet is let in by the owner’s word: requested by a text, or recorded', async () => {
  const screen = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Let a vet see it' }))
  await userEvent.fill(screen.getByLabelText('Their name'), 'Mia Bevan')
  await userEvent.fill(screen.getByLabelText('Their e-mail or mobile number'), 'mia@vets.example')
  await userEvent.click(screen.getByLabelText('Fly'))
  await userEvent.selectOptions(screen.getByLabelText('The owner’s yes'), 'said')
  await expect.element(screen.getByText('It’s noted as said to you. Siân Penrose is told, and can stop it with one tap.')).toBeVisible()
  await looked()
  await userEvent.click(screen.getByRole('button', { name: 'Note it, and invite' }))
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]?.[0]).toBe('POST /api/horses/biscuit/grants')
  expect(sent[0]?.[1]).toMatchObject({
    role: 'vet',
    alsoHorseIds: ['fly'],
    how: 'said',
    practice: 'Teme Vets',
    backToOn: null,
    mayContact: false,
  })
})

test('what came since the card was opened last is named, and is not new the next time; a colleague’s question is answered here', async () => {
  const since: (string | null)[] = []
  const answered = globalThis.fetch
  globalThis.fetch = async (url, options = {}) => {
    const { pathname, searchParams } = new URL(String(url), location.href)
    if ((options.method ?? 'GET') === 'GET' && pathname.endsWith('/grants')) since.push(searchParams.get('since'))
    return answered(url, options)
  }
  const asks = { askedBy: 'carer', askedFor: 'Mia Bevan', agreedAt: null, agreedHow: null, approvedAt: null } as const
  care = {
    ...care,
    consents: [consent('colleague', { toName: 'Ann Price', toPractice: null, horses: [WAITS], ...asks })],
    news: [{ role: 'vet', plans: 1, notes: 2, films: 3, files: 0, marks: 1 }],
  }
  const screen = await show()
  const vets = screen.getByRole('region', { name: 'Vet Integration' })
  await expect.element(vets.getByText('New: a plan, 2 notes, 3 films and a measurement')).toBeVisible()
  await expect.element(vets.getByText(/asked for by Mia Bevan on 20 Nov 2026/)).toBeVisible()
  await looked()
  await userEvent.click(vets.getByRole('button', { name: /Let them in.*Ann Price/ }))
  await expect.poll(() => sent.map(([path]) => path)).toEqual(['POST /api/grants/colleague/answer'])
  await screen.unmount()
  care = { ...care, news: [] }
  const again = await open()
  await expect.element(again.getByRole('region', { name: 'Vet Integration' }).getByText('Ann Price')).toBeVisible()
  expect(again.getByText(/^New:/).elements()).toEqual([])
  expect([since[0], since.at(-1)]).toEqual([null, '2026-11-28T10:00:00.000Z'])
})

test('an apprentice reads it and presses nothing', async () => {
  care = { ...care, consents: [consent('open')] }
  const screen = await show('apprentice')
  await expect.element(screen.getByText('Mia Bevan, Teme Vets', { exact: true })).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})
