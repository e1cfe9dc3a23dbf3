import { describe, expect, test } from 'vitest'
import { isFresh } from '#features/core/practice/passkeys.ts'
import { portalOf } from '#features/core/practice/portal.ts'
import {
  type Candidate,
  codeOf,
  emailOf,
  guestMay,
  isMobile,
  isSlug,
  matchOf,
  mayAskAgain,
  takesCode,
  takesLink,
} from '#features/records/guests/rules.ts'
import { addWords, codeWords, deviceWords, unknownMail } from '#features/records/guests/words.ts'

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

  test('is nothing where the portal is off, for nobody, once it is open, and after it ended', () => {
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

test('a proof is fresh for a quarter of an hour, and a browser asks again after a minute', () => {
  expect([isFresh(0, 15 * MINUTE - 1), isFresh(0, 15 * MINUTE)]).toEqual([true, false])
  expect([mayAskAgain(0, MINUTE - 1), mayAskAgain(0, MINUTE)]).toEqual([false, true])
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
    may: { cancel: true, upload: true },
    noticeHours: 24,
  })
  expect(portalOf({ way: 'off', shows: { photos: false }, may: { cancel: false }, noticeHours: 0 })).toMatchObject({
    way: 'off',
    shows: { work: true, photos: false },
    may: { cancel: false, upload: true },
    noticeHours: 0,
  })
})

describe('the words of the messages', () => {
  const sent = { code: '12345678', link: 'token', origin: 'https://diary.example:8443' }

  test('an e-mail brings the code, in two halves, and the link with its token in the fragment', () => {
    const { subject, body } = codeWords(sent, 'email')
    expect(subject).toBe('1234 5678 is your code for My horses')
    expect(body).toContain('Your code is 1234 5678.')
    expect(body).toContain('\nhttps://diary.example:8443/my/sign-in/link#token')
  })

  test('a text ends in the line that phones fill in by themselves', () => {
    expect(codeWords(sent, 'phone')).toEqual({
      subject: '',
      body: '1234 5678 is your code for My horses. Or press the button here:\nhttps://diary.example:8443/my/sign-in/link#token\n\n@diary.example #12345678',
    })
  })

  test('a code that adds an address comes without a link, and warns', () => {
    for (const kind of ['email', 'phone'] as const) {
      const { body } = addWords(sent, kind)
      expect(body).toContain('1234 5678')
      expect(body).toContain("If it wasn't you, tell nobody")
      expect(body).not.toContain('https:')
    }
    expect(addWords(sent, 'phone').body.split('\n').at(-1)).toBe('@diary.example #12345678')
    expect(addWords(sent, 'email').subject).toBe('1234 5678 adds this address to My horses')
  })

  test('the word about a new device leads to where everybody is signed out', () => {
    for (const kind of ['email', 'phone'] as const)
      expect(deviceWords(sent, kind).body).toContain('\nhttps://diary.example:8443/my/not-me#token')
    expect(deviceWords(sent, 'phone').subject).toBe('')
    expect(deviceWords(sent, 'email').subject).toBe('Somebody has signed in to My horses')
  })

  test('nobody’s address is told so, and where', () => {
    expect(unknownMail('https://diary.example').body).toContain('at https://diary.example. No farrier here has it')
    expect(unknownMail('https://diary.example').subject).toBe('Signing in to My horses')
  })
})
