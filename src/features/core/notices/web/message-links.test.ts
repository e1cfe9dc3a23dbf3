import { expect, test } from 'vitest'
import { isApple, smsLink, whatsAppLink } from '#features/core/notices/web/message-links.ts'

const BODY = 'Hi Siân & Tom,\nThu 26 Nov at 09:00? 100% #1'

test('a phone’s own messages open with number and words', () => {
  expect(smsLink('+447700900118', 'Hi', true)).toBe('sms:+447700900118&body=Hi')
  expect(smsLink('+447700900118', 'Hi', false)).toBe('sms:+447700900118?body=Hi')
  expect(smsLink(null, 'Hi', false)).toBe('sms:?body=Hi')
})

test('WhatsApp takes the number’s digits alone', () => {
  expect(whatsAppLink('+447700900118', 'Hi')).toBe('https://wa.me/447700900118?text=Hi')
  expect(whatsAppLink(null, 'Hi')).toBe('https://wa.me/?text=Hi')
})

test('every character of the words survives the link', () => {
  expect(new URL(whatsAppLink('+447700900118', BODY)).searchParams.get('text')).toBe(BODY)
  expect(decodeURIComponent(smsLink('+447700900118', BODY, true).split('&body=')[1] ?? '')).toBe(BODY)
})

test('phones of Apple are told apart', () => {
  expect(isApple('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe(true)
  expect(isApple('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe(true)
  expect(isApple('Mozilla/5.0 (Linux; Android 16; Pixel 9)')).toBe(false)
})
