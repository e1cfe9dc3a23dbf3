import { describe, expect, test } from 'vitest'
import { addWords, codeWords, deviceWords, unknownMail } from '#features/records/guests/words.ts'

describe('the words of the messages', () => {
  const sent = { code: '12345678', link: 'token', origin: 'https://diary.example:8443' }

  test('an e-mail brings the code, in two halves, and the link with its token in the fragment', () => {
    const { subject, body } = codeWords(sent, 'email')
    expect(subject).toBe('1234 5678 is your code for My horses')
    expect(body).toContain('Your code is 1234 5678.')
    expect(body).toContain("\n\nIf you didn't ask for it, do nothing")
    expect(body).toContain('\nhttps://diary.example:8443/my/sign-in/link#token')
  })

  test('a text ends in the line that phones fill in automatically', () => {
    expect(codeWords(sent, 'phone')).toEqual({
      subject: '',
      body: '1234 5678 is your code for My horses. Or press the button here:\nhttps://diary.example:8443/my/sign-in/link#token\n\n@diary.example #12345678',
    })
  })

  test('a code that adds an address comes without a link, and warns', () => {
    for (const kind of ['email', 'phone'] as const) {
      const { body } = addWords(sent, kind)
      expect(body).toContain('1234 5678')
      expect(body).toMatch(/(\n\n|\. )If it wasn't you, tell nobody/)
      expect(body).not.toContain('https:')
    }
    expect(addWords(sent, 'phone').body.split('\n').at(-1)).toBe('@diary.example #12345678')
    expect(addWords(sent, 'email').subject).toBe('1234 5678 adds this address to My horses')
  })

  test('the word about a new device leads to where everyone is signed out', () => {
    for (const kind of ['email', 'phone'] as const) {
      const { body } = deviceWords(sent, kind)
      expect(body).toMatch(/^Somebody has just signed in to My horses with another of your addresses\. /)
      expect(body).toContain('\nhttps://diary.example:8443/my/not-me#token')
    }
    expect(deviceWords(sent, 'email').body).toContain("If it was you, there is nothing to do.\n\nIf it wasn't you")
    expect(deviceWords(sent, 'phone').subject).toBe('')
    expect(deviceWords(sent, 'email').subject).toBe('Somebody has signed in to My horses')
  })

  test('an unknown address is notified of that, and where', () => {
    expect(unknownMail('https://diary.example').body).toContain('at https://diary.example. No farrier here has it')
    expect(unknownMail('https://diary.example').body).toContain('\n\nIf you expected something, ask your farrier')
    expect(unknownMail('https://diary.example').subject).toBe('Signing in to My horses')
  })
})
