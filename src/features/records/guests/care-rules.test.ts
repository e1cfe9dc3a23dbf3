import { describe, expect, test } from 'vitest'
import type { CareConsent, CareHorse } from '#features/records/guests/care-contract.ts'
import {
  agreedWords,
  askedAgain,
  askedShortly,
  backTo,
  careStateOf,
  careStatesOf,
  careStateWords,
  costWords,
  goesOnUntil,
  isCareEndable,
  isCareUntil,
  mayGoOn,
  serviceFor,
  toldShortly,
} from '#features/records/guests/care-rules.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const PAST = '2026-11-28T12:00:00.000Z'
const SOON = '2026-12-05T00:00:00.000Z'
const horse = (change: Partial<CareHorse> = {}): CareHorse => ({
  ...{
    id: 'seren',
    name: 'Seren',
    standing: 'theirs',
    isServiceOpen: true,
    serviceOpenUntil: null,
    grantedUntil: SOON,
    grantEndedAt: null,
    grantEndedBy: null,
  },
  ...{ openedAt: null, ...change },
})
const consent = (change: Partial<CareConsent> = {}): CareConsent => ({
  ...{
    id: 'c1',
    clientId: 'sarah',
    clientName: 'Sarah Penrose',
    role: 'vet',
    toName: 'Mia Bevan',
    to: 'mia@vets.example',
    toPractice: 'Teme Vets',
  },
  ...{
    regNumber: null,
    backToOn: null,
    untilOn: '2026-12-04',
    untilAt: SOON,
    mayContact: false,
    words: 'Yes.',
    renewsId: null,
    askedAt: PAST,
  },
  ...{
    askedBy: 'owner',
    askedFor: null,
    agreedAt: PAST,
    agreedHow: 'portal',
    notedBy: null,
    approvedAt: PAST,
    refusedAt: null,
    refusedBy: null,
  },
  ...{ takenBackAt: null, takenBackBy: null, invitedUntil: null, isOff: false, isLetIn: true, horses: [horse()], ...change },
})
const stateOf = (agreement: Partial<CareConsent>, of: Partial<CareHorse> = {}) => {
  const state = careStateOf(consent(agreement), horse(of), NOW)
  return state.is === 'ended' ? state.why : state.is
}
const NOT_IN = { grantedUntil: null }

describe('the state of an agreement', () => {
  test.each<[string, string, Partial<CareConsent>, Partial<CareHorse>]>([
    ['open', 'open', {}, {}],
    ['asked of the owner', 'asked', { agreedAt: null, approvedAt: PAST }, NOT_IN],
    ['waiting for the farrier', 'waits', { approvedAt: null }, NOT_IN],
    ['waiting again, though somebody is in', 'waits', { approvedAt: null }, {}],
    ['sent', 'sent', { invitedUntil: SOON }, NOT_IN],
    ['unanswered', 'unanswered', {}, NOT_IN],
    ['declined, whatever else', 'declined', { refusedAt: PAST, takenBackAt: PAST, isOff: true }, { standing: 'dead' }],
    ['taken back, though the horse has died since', 'taken-back', { takenBackAt: PAST }, { standing: 'dead', grantEndedAt: PAST }],
    ['left by whoever looked', 'left', {}, { grantEndedAt: PAST, grantEndedBy: 'invited' }],
    ['ended by the owner', 'ended', {}, { grantEndedAt: PAST, grantEndedBy: 'owner', standing: 'sold' }],
    ['ended by the farrier', 'ended', {}, { grantEndedAt: PAST, grantEndedBy: 'practice' }],
    ['sold', 'sold', { isOff: true }, { standing: 'sold', grantedUntil: PAST }],
    ['dead', 'dead', {}, { standing: 'dead', isServiceOpen: false }],
    ['run out to the moment', 'over', { isOff: true }, { grantedUntil: PAST }],
    ['run out before an answer', 'over', { agreedAt: null, untilAt: PAST }, NOT_IN],
    ['off', 'off', { isOff: true, isLetIn: false }, {}],
    ['without whoever agreed', 'access', { isLetIn: false }, { isServiceOpen: false }],
    ['without the service', 'service', {}, { isServiceOpen: false }],
    ['with a service that has ended since the server was asked', 'service', {}, { serviceOpenUntil: PAST }],
    ['with one that ends later', 'open', {}, { serviceOpenUntil: SOON }],
    ['with one that has not begun to count', 'service', {}, { isServiceOpen: false, serviceOpenUntil: SOON }],
    ['asked, without the service', 'service', { agreedAt: null }, { ...NOT_IN, isServiceOpen: false }],
  ])('%s', (_, is, agreement, of) => {
    expect(stateOf(agreement, of)).toBe(is)
  })

  test('horses of the same status are listed together, in their order', () => {
    const horses = [horse(), horse({ id: 'fly', name: 'Fly', standing: 'sold' }), horse({ id: 'bess', name: 'Bess' })]
    const told = careStatesOf(consent({ horses }), NOW).map(({ state, horses: of }) => [state.is, ...of.map(({ name }) => name)])
    expect(told).toEqual([
      ['open', 'Seren', 'Bess'],
      ['ended', 'Fly'],
    ])
  })

  test('what is open, requested, or would open again can be ended; what is over can’t', () => {
    const isEndable = (agreement: Partial<CareConsent>, of: Partial<CareHorse> = {}) =>
      isCareEndable(consent({ ...agreement, horses: [horse(of)] }), NOW)
    expect([isEndable({}), isEndable({ agreedAt: null }, NOT_IN), isEndable({ isOff: true }), isEndable({ isLetIn: false })]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(isEndable({}, { isServiceOpen: false })).toBe(true)
    expect([isEndable({ takenBackAt: PAST }), isEndable({}, { standing: 'sold' }), isEndable({}, { grantedUntil: PAST })]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('it goes on while a carer is in, and after it ran out, not after it was ended', () => {
    const goesOn = (agreement: Partial<CareConsent>, of: Partial<CareHorse> = {}) =>
      mayGoOn(consent({ ...agreement, horses: [horse(of)] }), NOW)
    expect([goesOn({}), goesOn({}, { grantedUntil: PAST })]).toEqual([true, true])
    expect([goesOn({ untilAt: PAST }, NOT_IN), goesOn({ takenBackAt: PAST }), goesOn({}, { standing: 'sold' })]).toEqual([
      false,
      false,
      false,
    ])
    expect(goesOn({ invitedUntil: SOON }, NOT_IN)).toBe(false)
  })
})

test('of several horses, one that can be ended or goes on is enough; one that no carer came in for goes on with none', () => {
  const sold = horse({ id: 'fly', name: 'Fly', standing: 'sold' })
  const both = consent({ horses: [sold, horse()] })
  expect([isCareEndable(both, NOW), mayGoOn(both, NOW)]).toEqual([true, true])
  const waits = horse({ ...NOT_IN, id: 'bess', name: 'Bess' })
  expect(mayGoOn(consent({ horses: [horse(), waits], invitedUntil: SOON }), NOW)).toBe(true)
  expect(mayGoOn(consent({ horses: [waits], invitedUntil: SOON }), NOW)).toBe(false)
  // Ran out before anyone came in: there is nothing to go on with.
  expect(mayGoOn(consent({ horses: [waits], untilAt: PAST }), NOW)).toBe(false)
})

test('it goes on for as long again, from its last day or from today, and for a year at most', () => {
  expect(goesOnUntil({ role: 'vet', untilOn: '2026-12-04' }, '2026-11-28')).toBe('2027-03-04')
  expect(goesOnUntil({ role: 'vet', untilOn: '2026-11-01' }, '2026-11-28')).toBe('2027-02-26')
  expect(goesOnUntil({ role: 'para-professional', untilOn: '2026-12-04' }, '2026-11-28')).toBe('2027-06-05')
  expect(goesOnUntil({ role: 'para-professional', untilOn: '2027-11-20' }, '2026-11-28')).toBe('2027-11-28')
})

test('its last day is after today, and a year away at most', () => {
  const days = ['2026-11-28', '2026-11-29', '2027-11-28', '2027-11-29']
  expect(days.map((day) => isCareUntil(day, '2026-11-28'))).toEqual([false, true, true, false])
})

test('the record is open as far back as the owner reads it, or from a day', () => {
  expect((['all', 'year', 'quarter', 'today'] as const).map((back) => backTo(back, '2026-11-28'))).toEqual([
    null,
    '2025-11-28',
    '2026-08-28',
    '2026-11-28',
  ])
})

test('each state has words for the owner and for the farrier', () => {
  const words = (state: Parameters<typeof careStateWords>[0]) => [
    careStateWords(state, 'owner', 'Europe/London'),
    careStateWords(state, 'practice', 'Europe/London'),
  ]
  expect(words({ is: 'asked' })).toEqual(['Waits for your yes', 'Asked, waits for the owner’s yes'])
  expect(words({ is: 'waits' })).toEqual(['Waits for your farrier', 'Waits for your yes'])
  expect(words({ is: 'sent', until: SOON })[0]).toBe('Invited, not in yet. The invitation is good until 4 Dec 2026')
  // Its last day is the one that ends at midnight, also in summer.
  expect(words({ is: 'open', until: SOON })[0]).toBe('Sees it until 4 Dec 2026')
  expect(words({ is: 'open', until: '2027-06-30T23:00:00.000Z' })[1]).toBe('Sees it until 30 Jun 2027')
  const ends = ['declined', 'taken-back', 'left', 'ended', 'over', 'unanswered', 'sold', 'dead', 'service', 'access', 'off'] as const
  const said = ends.map((why) => words({ is: 'ended', why }))
  expect(said.map(([, practice]) => practice)).toEqual([
    'Ended: somebody said no',
    'Ended: taken back',
    'Ended: they stopped it themselves',
    'Ended',
    'Ran out',
    'Ended: the invitation ran out',
    'Ended: the horse is somebody else’s now',
    'Ended: the horse has died',
    'Closed: the service it needs isn’t open',
    'Closed: who agreed is no longer in the portal',
    'Closed while the portal is off',
  ])
  expect(said[6]).toEqual(['Ended: the horse isn’t yours any more', 'Ended: the horse is somebody else’s now'])
  expect(said[7]?.[0]).toBe('Ended: the horse has died')
})

const AGREED = { toName: 'Mia Bevan', toPractice: 'Teme Vets', role: 'vet', untilOn: '2027-02-26', horses: ['Seren', 'Bess'] } as const

test('the words state all that is agreed to: who, which horses, from when, until when, and what not', () => {
  const words = agreedWords({ ...AGREED, backToOn: null, mayContact: false })
  expect(words).toMatch(
    /^Mia Bevan, Teme Vets may see Seren and Bess as a vet, until 26 Feb 2027\. The record is open as far back as I see it/,
  )
  expect(words).toContain('They don’t see my number.')
  expect(words).toContain('They see the work, the feet, findings, photos, films and files, how to handle the horse')
  expect(words).toContain('They can write notes and add files of their own.')
  expect(words).toMatch(/no bills.*none of my other horses.*I can take this back at any time, and it ends at once\.$/)
  const from = agreedWords({ ...AGREED, role: 'para-professional', toPractice: null, backToOn: '2026-05-01', mayContact: true })
  expect(from).toMatch(/^Mia Bevan may see Seren and Bess as a physio or other para-professional.*open from 1 May 2026 on\./)
  expect(from).toContain('They see my number and may ring me.')
})

test('a request, its reminder and a notification are one sentence each, in letters that cost no more', () => {
  const texts = [askedShortly(AGREED), askedAgain({ ...AGREED, endsOn: '2026-12-04' }), toldShortly(AGREED)]
  expect(texts).toEqual([
    'may Mia Bevan, Teme Vets see the record of Seren and Bess as a vet until 26 Feb 2027?',
    'what Mia Bevan, Teme Vets can see of Seren and Bess ends on 4 Dec 2026. Go on until 26 Feb 2027?',
    'I noted that you agree: Mia Bevan, Teme Vets may see the record of Seren and Bess as a vet until 26 Feb 2027.',
  ])
  for (const text of texts) expect(text).not.toMatch(/[’“”]/)
})

test('a service says what it is, what it costs and who pays', () => {
  expect(['vet', 'para-professional'].map((role) => serviceFor(role as 'vet'))).toEqual(['vet-integration', 'para-professional'])
  expect(costWords('vet', 'practice')).toMatch(/^The horse’s vet .*\. The owner pays £2.99 a horse a month for it\.$/)
  expect(costWords('para-professional', 'owner')).toMatch(/^A physio .*\. You pay £1.99 a horse a month for it\.$/)
})
