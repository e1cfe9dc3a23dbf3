import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Bought,
  buttonWords,
  cancellationForm,
  confirmationWords,
  endWords,
  failedWords,
  keyFacts,
  lastDaysWords,
  priceWords,
  reminderWords,
  type SellerWords,
  termsOf,
  unusedWords,
} from '#features/records/services/law-words.ts'

const SELLER = { name: 'Croft Software Ltd', address: '1 High Street, Hay HR3 5AA', email: 'help@example.com', vatNumber: 'GB123456789' }
const LINK = 'https://diary.example/my/services'
const bought: Bought = {
  ...{ service: 'vet-integration', horses: ['Biscuit', 'Merlin'], practice: 'Probert Farriery', fromOn: '2026-11-28' },
  seller: SELLER,
}
const more = { untilNextPence: 153, nextBillOn: '2026-12-12', monthlyPence: 797 }
const signed = { seller: SELLER, link: LINK }
const has = ['Vet Integration for Biscuit and Merlin, with Probert Farriery']

/** The items of the list in the docs: what each is, and how it begins in the e-mail. */
const listed = readFileSync('docs/SERVICES-LAW.md', 'utf8').matchAll(/^\| (\([a-z]\)) \|[^|]+\| `([^`]+)` \|$/gm)
const ITEMS = [...listed].map(([, of = '', begins = '']) => ({ of, begins }))

test('the confirmation holds every item of the list in the docs, and the docs every item of the confirmation', () => {
  const { body } = confirmationWords(bought, LINK)
  expect(ITEMS.length).toBeGreaterThanOrEqual(12)
  const lines = body.split('\n')
  for (const { of, begins } of ITEMS)
    expect(
      lines.some((line) => line.startsWith(begins)),
      of,
    ).toBe(true)
  expect(termsOf(bought).map(({ of }) => of)).toEqual(ITEMS.map(({ of }) => of))
  for (const { text } of termsOf(bought)) expect(lines).toContain(text)
})

test('every test that the docs name is there', () => {
  const named = new Set([...readFileSync('docs/SERVICES-LAW.md', 'utf8').matchAll(/`([\w.-]+\.test\.tsx?)`/g)].map(([, name]) => name))
  const there = new Set(globSync('src/**/*.test.{ts,tsx}').map((path) => basename(path)))
  expect(named.size).toBeGreaterThan(4)
  expect([...named].filter((name) => !there.has(name ?? ''))).toEqual([])
})

test('the confirmation says what, for which horses, how much, from when, how it ends, who sells it and where, and holds the form to cancel', () => {
  const { subject, body } = confirmationWords(bought, LINK)
  expect(subject).toBe('You have Vet Integration from 28 Nov 2026')
  for (const words of [
    'Vet Integration for Biscuit and Merlin, with Probert Farriery',
    'Price: £2.99 a horse, a month, VAT included',
    'A month costs £5.98.',
    'within 14 days after the day you pressed the button',
    'You asked for it to begin on 28 Nov 2026',
    'Croft Software Ltd, 1 High Street, Hay HR3 5AA, help@example.com, VAT number GB123456789',
    'I give notice that I cancel my contract',
    LINK,
  ])
    expect(body).toContain(words)
  expect(body).toContain(cancellationForm(bought))
})

test('of a horse more, the sum until the next bill and the new sum of a month are above the button and in the confirmation', () => {
  const one = { ...bought, horses: ['Dolly'], more }
  const facts = keyFacts(one).map(({ key, rest }) => key + rest)
  expect(facts).toContain('£2.99 a month more, VAT included, from 28 Nov 2026.')
  expect(facts).toContain('£1.53 for the days until 12 Dec 2026, with the bill of that day. From then on you pay £7.97 a month in all.')
  expect(buttonWords(one)).toBe('Pay £2.99 a month more')
  expect(confirmationWords(one, LINK).body).toContain('£1.53 for the days until 12 Dec 2026')
  const paid = keyFacts({ ...one, more: { ...more, untilNextPence: 0 } }).map(({ key, rest }) => key + rest)
  expect(paid).toContain('Nothing more until 12 Dec 2026: those days are paid. From then on you pay £7.97 a month in all.')
})

test('the facts above the button name the horses, the sum with VAT, the start, the renewal, the way out, the 14 days and who sells it', () => {
  expect(keyFacts(bought).map(({ key, rest }) => key + rest)).toEqual([
    'Vet Integration for Biscuit and Merlin, with Probert Farriery.',
    '£5.98 a month, VAT included, from 28 Nov 2026.',
    'It renews each month until you end it, with one press, here under Services.',
    '14 days to change your mind: it ends at once, and you get everything back. Later it runs to the end of the paid month.',
    'Sold by Croft Software Ltd, 1 High Street, Hay HR3 5AA, help@example.com, VAT number GB123456789.',
  ])
  expect(buttonWords(bought)).toBe('Pay £5.98 a month')
})

test('who is not registered for VAT charges none, and says so', () => {
  const { vatNumber: _, ...seller } = SELLER
  expect(keyFacts({ ...bought, seller })[1]?.rest).toBe(', with no VAT to add, from 28 Nov 2026.')
})

test('the test version sells nothing and says so, on the page and in its messages', () => {
  const free = { ...bought, seller: null }
  expect(keyFacts(free).at(-1)?.key).toBe('Test version: nothing is sold, and nothing is charged.')
  expect(confirmationWords(free, LINK).body).toContain('Nothing is sold and nothing is charged')
  expect(JSON.stringify(keyFacts(free))).not.toContain('Sold by')
})

const end = { ...signed, service: 'vet-integration', horses: ['Biscuit'], endsOn: '2027-02-28', isPast: true } as const

test('an end says what is given back; of a dead horse no word is cheerful, and there is nothing to do', () => {
  const { subject, body } = endWords({ ...end, why: 'gone', backPence: 192 })
  expect(subject).toBe('Vet Integration has ended')
  expect(body).toContain('Vet Integration for Biscuit ended on 28 Feb 2027. You need do nothing.')
  expect(body).toContain('£1.92 is given back without asking')
  expect(body).not.toMatch(/thank|welcome|sorry to see|again|!/i)
  expect(endWords({ ...end, why: 'owner', backPence: 0, isPast: false }).subject).toBe('Vet Integration ends on 28 Feb 2027')
  expect(endWords({ ...end, why: 'owner', backPence: 0 }).body).not.toContain('given back')
})

const ALL: Record<string, SellerWords> = {
  begun: confirmationWords(bought, LINK),
  again: confirmationWords(bought, LINK, true),
  ended: endWords({ ...end, why: 'farrier', backPence: 299 }),
  failed: failedWords({ ...signed, has, billOn: '2026-12-28', until: '2027-01-10' }),
  lastDays: lastDaysWords({ ...signed, has, billOn: '2026-12-28', until: '2027-01-10' }),
  reminder: reminderWords({ ...signed, has, pence: 598, on: '2027-05-28' }),
  price: priceWords({
    ...signed,
    service: 'vet-integration',
    horses: ['Biscuit', 'Merlin'],
    wasPence: 299,
    pence: 349,
    from: '2027-09-01',
  }),
  unused: unusedWords({ ...signed, service: 'vet-integration', horse: 'Biscuit', since: '2026-11-28' }),
}

test.each(Object.entries(ALL))('%s: says who writes, where it is ended, and names no finding', (_, { subject, body }) => {
  expect(body).toContain('Croft Software Ltd, 1 High Street')
  expect(body).toContain(LINK)
  expect(subject.length).toBeLessThanOrEqual(70)
  expect(`${subject} ${body}`).not.toMatch(/laminitis|lame|abscess|thrush|wedge|\bpad\b|diagnos|palmar/i)
})

test('each says what it is about, with the sum and the day', () => {
  expect(ALL.reminder?.body).toContain('On 28 May 2027 £5.98 is taken from your card')
  expect(ALL.failed?.body).toContain('stays open until 10 Jan 2027')
  expect(ALL.lastDays?.subject).toBe('It ends on 10 Jan 2027 unless it is paid')
  expect(ALL.price?.body).toContain('£3.49 a horse, a month, in place of £2.99: £6.98 a month for what you have')
  expect(ALL.unused?.body).toContain('Nobody has used Vet Integration for Biscuit since 28 Nov 2026. You pay £2.99 a month for it.')
})
