import { expect, test } from 'vitest'
import { callLink, isApple, smsHref } from '#platform/web/device/outside.ts'

const BODY = 'Hi Siân & Tom,\nThu 26 Nov at 09:00? 100% #1'

test('a phone’s own messages open with number and words', () => {
  expect(smsHref('+447700900118', 'Hi', true)).toBe('sms:+447700900118&body=Hi')
  expect(smsHref('+447700900118', 'Hi', false)).toBe('sms:+447700900118?body=Hi')
  expect(smsHref(null, 'Hi', false)).toBe('sms:?body=Hi')
})

test('every character of the words survives the link', () => {
  expect(decodeURIComponent(smsHref('+447700900118', BODY, true).split('&body=')[1] ?? '')).toBe(BODY)
})

test('Apple’s phones are recognised', () => {
  expect(isApple('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe(true)
  expect(isApple('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe(true)
  expect(isApple('Mozilla/5.0 (Linux; Android 16; Pixel 9)')).toBe(false)
})

test('a number is rung by its figures, however it was written down', () => {
  expect(callLink('(01497) 555 123')).toEqual({ href: 'tel:01497555123' })
  expect(callLink('+44 1497 555-123')).toEqual({ href: 'tel:+441497555123' })
})
