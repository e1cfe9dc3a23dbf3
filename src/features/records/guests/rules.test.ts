import { describe, expect, test } from 'vitest'
import { isFresh } from '#features/core/practice/passkeys.ts'
import { portalOf } from '#features/core/practice/portal.ts'
import type { AskFacts, AskKind } from '#features/records/guests/contract.ts'
import {
  askInWords,
  type Candidate,
  codeOf,
  emailOf,
  guestMay,
  hasAddress,
  hashed,
  isMobile,
  isSlug,
  matchOf,
  mayAskAgain,
  portalState,
  takesCode,
  takesLink,
} from '#features/records/guests/rules.ts'

const MINUTE = 60_000
const client = (change: Partial<Candidate> = {}): Candidate => ({ clientId: 'a', portal: null, access: 'none', cameBack: true, ...change })

describe('an address in a practice', () => {
  test('of one client that something came back from asks, where the practice opens to known addresses', () => {
    expect(matchOf('known', [client()])).toEqual({ is: 'asked', clientId: 'a', how: 'address' })
    expect(matchOf('known', [client({ cameBack: false })])).toEqual({ is: 'unclear', clientIds: ['a'] })
    expect(matchOf('invited', [client()])).toEqual({ is: 'unclear', clientIds: ['a'] })
  })

  test('of one client who was invited asks, whether anything came back or not', () => {
    expect(matchOf('invited', [client({ portal: true, cameBack: false })])).toEqual({ is: 'asked', clientId: 'a', how: 'invited' })
    expect(matchOf('known', [client({ portal: true })])).toEqual({ is: 'asked', clientId: 'a', how: 'invited' })
  })

  test('of several clients waits for the farrier, even where one was invited or the other is switched off', () => {
    expect(matchOf('known', [client({ portal: true }), client({ clientId: 'b' })])).toEqual({ is: 'unclear', clientIds: ['a', 'b'] })
    expect(matchOf('known', [client({ portal: false }), client({ clientId: 'b' })])).toEqual({ is: 'unclear', clientIds: ['b'] })
    expect(matchOf('known', [client({ access: 'ended' }), client({ clientId: 'b' })])).toEqual({ is: 'unclear', clientIds: ['a', 'b'] })
  })

  test('is nothing where the portal is off, without a person, once it is open, and after it ended', () => {
    for (const clients of [[], [client({ portal: false })], [client({ access: 'open' })], [client({ access: 'ended', portal: true })]])
      expect(matchOf('known', clients)).toEqual({ is: 'nothing' })
    expect(matchOf('off', [client({ portal: true })])).toEqual({ is: 'nothing' })
    expect(matchOf('known', [client({ portal: true }), client({ clientId: 'b', access: 'open' })])).toEqual({ is: 'nothing' })
  })
})

test('a code opens ten minutes, five tries and once; a link half an hour and once', () => {
  const ask = { hasCode: true, isUsed: false, tries: 0, endsMs: 30 * MINUTE }
  expect(takesCode(ask, 0)).toBe(true)
  expect(takesCode(ask, 10 * MINUTE - 1)).toBe(true)
  expect(takesCode(ask, 10 * MINUTE)).toBe(false)
  expect(takesCode({ ...ask, tries: 4 }, 0)).toBe(true)
  for (const change of [{ tries: 5 }, { isUsed: true }, { hasCode: false }]) expect(takesCode({ ...ask, ...change }, 0)).toBe(false)
  expect(takesLink(ask, 30 * MINUTE - 1)).toBe(true)
  expect(takesLink(ask, 30 * MINUTE)).toBe(false)
  expect(takesLink({ ...ask, isUsed: true }, 0)).toBe(false)
})

test('a proof is fresh for a quarter of an hour, and a browser may request another code after a minute', () => {
  expect([isFresh(0, 15 * MINUTE - 1), isFresh(0, 15 * MINUTE)]).toEqual([true, false])
  expect([mayAskAgain(0, MINUTE - 1), mayAskAgain(0, MINUTE)]).toEqual([false, true])
  const [then, soon] = [1_764_150_000_000, 1_764_150_000_000 + MINUTE]
  expect([isFresh(then, soon), mayAskAgain(then, then + 1)]).toEqual([true, false])
})

test('what people type is read as they mean it', () => {
  expect(codeOf(' 1234-56 78 ')).toBe('12345678')
  expect(emailOf('  Ffion@Example.COM ')).toBe('ffion@example.com')
  expect(emailOf('ffion')).toBeUndefined()
  expect(emailOf(`${'a'.repeat(242)}@example.com`)).toHaveLength(254)
  expect(emailOf(`${'a'.repeat(243)}@example.com`)).toBeUndefined()
  for (const number of ['+447700900118', '+447911123456', '+447524123456']) expect(isMobile(number)).toBe(true)
  for (const number of [
    '+441792555123',
    '+447011123456',
    '+447611123456',
    '+33612345678',
    '+4477009001180',
    '447700900118',
    'x+447700900118',
  ])
    expect(isMobile(number)).toBe(false)
  expect([isSlug('probert-farriery'), isSlug('A'), isSlug(''), isSlug('a'.repeat(81))]).toEqual([true, false, false, false])
})

test('a helper does what is not the holder’s alone, and reads and pays bills where the holder lets them', () => {
  const [holder, helper] = [
    { role: 'holder' as const, seesMoney: true },
    { role: 'helper' as const, seesMoney: false },
  ]
  expect([guestMay(holder, 'cancel'), guestMay(helper, 'cancel'), guestMay(helper, 'confirm')]).toEqual([true, false, true])
  expect([guestMay(helper, 'readMoney'), guestMay({ ...helper, seesMoney: true }, 'readMoney')]).toEqual([false, true])
  expect([guestMay(helper, 'pay'), guestMay({ ...helper, seesMoney: true }, 'pay')]).toEqual([false, true])
  expect(guestMay({ ...helper, seesMoney: true }, 'cancel')).toBe(false)
})

test('what a practice never chose is as it comes: by invitation, everything shown, a day’s notice', () => {
  expect(portalOf({})).toEqual({
    way: 'invited',
    shows: { work: true, findings: true, photos: true, files: true, who: true },
    may: { cancel: true, upload: true, share: true, care: true },
    noticeHours: 24,
  })
  expect(portalOf({ way: 'off', shows: { photos: false }, may: { cancel: false }, noticeHours: 0 })).toMatchObject({
    way: 'off',
    shows: { work: true, photos: false },
    may: { cancel: false, upload: true, share: true },
    noticeHours: 0,
  })
})

test('an address is hashed by its kind and what it is: a number is no e-mail', () => {
  expect(hashed({ kind: 'email', address: 'ffion@example.com' })).toBe('email:ffion@example.com')
  expect(hashed({ kind: 'phone', address: '+447700900118' })).toBe('phone:+447700900118')
})

test('the portal opens to clients on the books with an e-mail or a mobile, for whom it is not off', () => {
  const client = { isActive: true, portal: null, email: null, phoneE164: null }
  const [email, phoneE164] = ['ffion@example.com', '+447700900118']
  for (const has of [{ email }, { phoneE164 }, { email, phoneE164 }, { email: 'ffion', phoneE164 }, { email, portal: true }])
    expect(hasAddress({ ...client, ...has })).toBe(true)
  for (const lacks of [{}, { email: 'ffion' }, { phoneE164: '+441792555123' }, { email, isActive: false }, { phoneE164, portal: false }])
    expect(hasAddress({ ...client, ...lacks })).toBe(false)
})

describe('the state of a client in the portal', () => {
  const person = { personId: 'p', role: 'holder' as const, how: 'address' as const, until: null, isConfirmed: true, lastOpenedAt: null }
  const day = (at: string) => at
  const invite = { id: 'i', how: 'sms' as const, madeAt: 'Monday', diesAt: 'later' }
  const state = (change: Partial<Parameters<typeof portalState>[2]>) =>
    portalState('invited', null, { people: [], invites: [], ...change }, day)

  test('off for all, or for them, before all else', () => {
    const isIn = { people: [{ ...person, since: 'Sunday' }], invites: [invite] }
    expect(portalState('off', null, isIn, day)).toBe('The portal is off for everybody.')
    expect(portalState('known', false, isIn, day)).toBe('The portal is off for this client.')
    expect(portalState('known', true, isIn, day)).toBe('In since Sunday.')
  })

  test('in since the latest person came, though another is unclear or has ended', () => {
    const [first, second] = [
      { ...person, since: 'Monday' },
      { ...person, since: 'Tuesday' },
    ]
    const others = [
      { ...person, since: 'Wednesday', isConfirmed: false },
      { ...person, since: 'Thursday', until: 'Friday' },
    ]
    expect(state({ people: [first, second, ...others], invites: [invite] })).toBe('In since Tuesday.')
  })

  test('unclear, invited, ended on the last day, or none of it', () => {
    const waits = { ...person, since: 'Monday', isConfirmed: false }
    const ended = ['2026-11-02', '2026-11-20', '2026-11-11'].map((until) => ({ ...person, since: 'October', until }))
    expect(state({ people: [...ended, waits], invites: [invite] })).toBe('Somebody with an address of theirs waits for your word.')
    expect(state({ people: ended, invites: [invite] })).toBe('Invited on Monday, and not in yet.')
    expect(state({ people: ended })).toBe('Ended on 2026-11-20.')
    expect(state({})).toBe('Not invited.')
  })
})

test('an owner’s request is a sentence, with what they gave of it and nothing else', () => {
  const said = (kind: AskKind, facts: AskFacts = {}, words: string | null = null) => askInWords({ kind, facts, words }, 'Seren')
  expect(said('sold', { onDay: '2026-11-24', name: 'Huw Bevan' }, 'Good home')).toBe(
    'Seren has been sold or moved on, Tue 24 Nov, to Huw Bevan. “Good home”',
  )
  expect(askInWords({ kind: 'sold', facts: {}, words: null }, null)).toBe('A horse has been sold or moved on')
  expect(said('died', { onDay: '2026-11-24' }, 'Colic')).toBe('Seren has died, Tue 24 Nov. “Colic”')
  expect(askInWords({ kind: 'died', facts: {}, words: null }, null)).toBe('A horse has died')
  expect([said('new_horse', { name: 'Taran' }, 'A cob'), said('new_horse')]).toEqual(['New horse: Taran. “A cob”', 'New horse'])
  const details = { name: 'Ffion Rees', businessName: 'Rees Livery', address: 'Mill Lane', postcode: 'HR3 5QX', phone: '07700 900118' }
  expect(said('details', { ...details, email: 'ffion@example.com' }, 'Moved')).toBe(
    'New details: Ffion Rees, Rees Livery, Mill Lane, HR3 5QX, 07700 900118, ffion@example.com. “Moved”',
  )
  expect(said('details', { phone: '07700 900118' })).toBe('New details: 07700 900118')
  expect(said('vet_invite', { name: 'Elin Huws', practice: 'Wye Vets' }, 'Lame')).toBe('Asks for Elin Huws, Wye Vets to see Seren. “Lame”')
  expect(said('vet_invite', { practice: 'Wye Vets' })).toBe('Asks for Wye Vets to see Seren')
  expect(askInWords({ kind: 'vet_invite', facts: {}, words: null }, null)).toBe('Asks for their vet to see their horse')
  const asks = (facts: AskFacts) => said('access', facts).replace(' asks to see these horses. Is it them?', '')
  expect(asks({ email: 'ffion@example.com', phone: '07700 900118' })).toBe('Somebody at ffion@example.com')
  expect([asks({ phone: '07700 900118' }), asks({})]).toEqual(['Somebody at 07700 900118', 'Somebody at an address of theirs'])
})
