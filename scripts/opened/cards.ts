import type { Page } from 'playwright'
import { Refusal } from '#connectors/kit/refusal.ts'
import { AUDIENCES, CONNECTORS, LEDGERS, PLACES, TRIED } from '#connectors/registry.ts'
import type { Exchanged, FarCalendars, FarLists, HeldItem, Integration } from '#features/office/integrations/contract.ts'
import { sentenceOf } from '#features/office/integrations/server/failing.ts'
import { signInAgain } from '#features/office/integrations/server/oauth-tokens.ts'
import { currentTime } from '#lib/clock.ts'

/** The state of a card, made of how the server shows it. */
export type CardState = (card: Integration) => Partial<Integration> | Promise<Partial<Integration>>

const ACCOUNTS: Readonly<Record<string, string>> = {
  caldav: 'gareth@icloud.example at caldav.icloud.com',
  google: 'gareth.probert@gmail.example',
  microsoft: 'gareth.probert@outlook.example',
  freeagent: 'Gareth Probert Farriery (probert)',
  xero: 'Gareth Probert Farriery (!p7Rb1)',
  quickbooks: 'Gareth Probert Farriery (4620816365291234567)',
  sumup: 'Gareth Probert Farriery',
  roads: 'openrouteservice',
  what3words: 'what3words',
  postcodes: 'Postcodes.io',
  weather: 'Met Office',
  mailchimp: 'Gareth Probert Farriery',
  brevo: 'Gareth Probert Farriery',
  facebook: 'Gareth Probert Farriery',
  instagram: 'gareth.probert.farriery',
  bluesky: '@garethprobert.bsky.social',
}

const isList = (id: string) => AUDIENCES[id] !== undefined
/** They reach no far side that could fail. */
const NEVER_FAIL = ['feed', 'reviews']

const minutesAgo = (minutes: number) => new Date(currentTime().getTime() - minutes * 60_000).toISOString()

export const disconnected: CardState = () => ({ enabled: false, status: 'disconnected' })
export const connected: CardState = ({ id, category }) => ({
  ...{ enabled: true, status: 'connected', isRehearsed: false, account: ACCOUNTS[id] ?? null, lastSuccessAt: minutesAgo(3) },
  entries: category === 'social' ? 14 : (category === 'calendar' && id !== 'feed') || isList(id) ? 212 : 0,
  settings: {
    ...(category === 'calendar' && { level: 'where' }),
    ...(id === 'caldav' && { address: 'https://caldav.icloud.com' }),
    ...(id === 'reviews' && { address: 'https://g.page/r/CfZ1example/review' }),
    ...(isList(id) && { listId: '7', tags: ['town', 'due'] }),
  },
})
export const failing: CardState = async (card) => ({
  ...(await connected(card)),
  ...(!NEVER_FAIL.includes(card.id) && { status: 'error', sentence: await refusedWords(card) }),
})
export const silent: CardState = async (card) => ({
  ...(await connected(card)),
  ...(!NEVER_FAIL.includes(card.id) && { sentence: sentenceOf(new Refusal('later')), lastSuccessAt: minutesAgo(190) }),
})
/** As in the test version, where nothing was tried. */
export const rehearsed: CardState = (card) => ({
  ...{ enabled: true, status: 'connected' },
  ...(card.id !== 'feed' && { isRehearsed: true, account: null, lastSuccessAt: null }),
})
/** Another practice has connected the same account. */
export const shared: CardState = async (card) => ({ ...(await connected(card)), ...(card.category === 'accounting' && { isShared: true }) })
/** Only calendars are of a plan. */
export const notInPlan: CardState = ({ category }) => ({ enabled: false, status: 'disconnected', isInPlan: category !== 'calendar' })
export const notSetUp: CardState = ({ asks }) => ({
  ...{ enabled: false, status: 'disconnected' },
  ...(asks.by === 'oauth' && { asks: { ...asks, isReady: false } }),
})
/** It was switched off, and its sign-in was kept. */
export const kept: CardState = ({ id }) => ({ enabled: false, status: 'disconnected', account: ACCOUNTS[id] ?? null })

/** A slip, or a wish? Of calendars that are written to. */
export const veryMany: CardState = async (card) => ({
  ...(await connected(card)),
  ...(card.id !== 'feed' && {
    ...{ status: 'error', isVeryMany: true },
    sentence: '48 of 212 entries were moved or deleted there at once. Nothing was changed here.',
  }),
})
export const ending: CardState = ({ id, category }) => ({
  ...{ enabled: false, status: 'disconnected' },
  ...(!NEVER_FAIL.includes(id) && { isEnding: true, entries: category === 'social' ? 14 : 212 }),
})

/** The sentence of a far side's own connector once its key is refused there. */
async function refusedWords({ id, asks }: Integration): Promise<string> {
  if (asks.by === 'oauth') return signInAgain(asks.vendor).sentence ?? ''
  const connector = { ...TRIED, ...PLACES }[id]
  const fetch = async (_: string, { reads = [] }: { reads?: readonly number[] } = {}) => {
    if (!reads.includes(401)) throw new Refusal('sign_in')
    return new Response('{}', { status: 401 })
  }
  const credentials = { key: 'abcd-efgh-ijkl-3f9a', address: connector?.manifest.at ?? 'https://caldav.icloud.com', account: 'gareth' }
  const refusal: unknown = await connector?.check({ fetch, credentials }).catch((error: unknown) => error)
  if (!(refusal instanceof Refusal)) throw new Error(`${id} takes a key that is refused`)
  return sentenceOf(refusal)
}

/** Shows the server's cards in another state, with the calendars and the log of the connected ones. */
export async function standAs(page: Page, standing: CardState) {
  await page.route('**/api/integrations', async (route) => {
    const answer = await route.fetch()
    const all = (await answer.json()) as Integration[]
    const json = await Promise.all(all.map(async (one) => ({ ...one, ...(await standing(one)) })))
    await route.fulfill({ response: answer, json })
  })
  await page.route('**/api/integrations/*/calendars', (route) => route.fulfill({ json: CALENDARS }))
  await page.route('**/api/integrations/*/held', (route) => route.fulfill({ json: heldOf(route.request().url()) }))
  await page.route('**/api/integrations/*/papers?*', (route) => route.fulfill({ json: { invoices: 42, credits: 1, pence: 512_340 } }))
  await page.route('**/api/integrations/*/lists', (route) => route.fulfill({ json: LISTS }))
  await page.route('**/api/integrations/*/log?*', (route) => {
    const isOf = (ids: readonly string[]) => ids.some((id) => route.request().url().includes(`/${id}/`))
    if (isOf(Object.keys(AUDIENCES))) return route.fulfill({ json: left() })
    if (isOf(['facebook', 'instagram', 'bluesky'])) return route.fulfill({ json: posted() })
    if (isOf(['reviews'])) return route.fulfill({ json: planned() })
    if (isOf(Object.keys(LEDGERS))) return route.fulfill({ json: booked() })
    if (isOf(['sumup'])) return route.fulfill({ json: taken() })
    return route.fulfill({ json: isOf(['roads', 'what3words', 'postcodes', 'weather']) ? read() : exchanged() })
  })
}

const CALENDARS: FarCalendars = {
  calendars: [
    { id: 'home', name: 'Home' },
    { id: 'school', name: "Llanfair school run and the girls' pony club" },
    { id: 'work', name: 'Work' },
  ],
  sentence: null,
}
const HELD: HeldItem[] = [
  {
    ...{ id: '1', kind: 'bill', state: 'parked', title: 'INV-0042, Sarah Penrose', canRepeat: true },
    words: "FreeAgent has £85.01 with £14.17 VAT. Here it's £85.00 with £14.17 VAT.",
  },
  {
    ...{ id: '2', kind: 'bill', state: 'changed', title: 'INV-0039, Hollybush Livery and Riding Centre', canRepeat: false },
    words: "It was cancelled or deleted in FreeAgent. Here it's £120.00.",
  },
]
/** The same, in the words of the service whose dialog is open. */
const heldOf = (url: string) => {
  const { name } = CONNECTORS.find(({ id }) => url.includes(`/${id}/`)) ?? { name: '' }
  return HELD.map((item) => ({ ...item, words: item.words.replace('FreeAgent', name) }))
}
const LISTS: FarLists = {
  lists: [
    { id: '7', name: 'Newsletter' },
    { id: '9', name: 'Yards around Llanfair Caereinion and the Banwy valley' },
  ],
  people: 214,
  sentence: null,
}
const line = (id: string, minutes: number, verb: Exchanged['verb'], count: number, words: string | null = null): Exchanged => ({
  ...{ id, at: minutesAgo(minutes), verb, count, words },
})
const exchanged = () => [
  line('4', 3, 'changed', 2),
  line('3', 64, 'moved_there', 1),
  line('2', 190, 'failed', 1, sentenceOf(new Refusal('later'))),
  line('1', 1500, 'added', 212),
]
const left = () => [line('3', 3, 'read', 1, '1 consent withdrawn'), line('2', 64, 'removed', 1), line('1', 1500, 'added', 212)]
const posted = () => [line('2', 64, 'removed', 1), line('1', 1500, 'added', 1)]
const planned = () => [line('1', 3, 'read', 4, '4 requests planned')]
const read = () => [line('2', 3, 'read', 1), line('1', 190, 'failed', 1, sentenceOf(new Refusal('later')))]
const failed = () => line('2', 190, 'failed', 1, sentenceOf(new Refusal('later')))
const booked = () => [line('3', 3, 'read', 1, '1 payment'), failed(), line('1', 1500, 'added', 5, '2 payers, 2 invoices, 1 credit note')]
const taken = () => [line('3', 3, 'read', 4, '4 card payments'), failed(), line('1', 1500, 'read', 1, '1 refund')]
