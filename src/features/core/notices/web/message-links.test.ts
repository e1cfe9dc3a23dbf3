import { expect, test } from 'vitest'
import { whatsAppLink } from '#features/core/notices/web/message-links.ts'

const BODY = 'Hi Siân & Tom,\nThu 26 Nov at 09:00? 100% #1'

test('WhatsApp takes the number’s digits alone', () => {
  expect(whatsAppLink('+447700900118', 'Hi')).toBe('https://wa.me/447700900118?text=Hi')
  expect(whatsAppLink(null, 'Hi')).toBe('https://wa.me/?text=Hi')
})

test('every character of the words survives the link', () => {
  expect(new URL(whatsAppLink('+447700900118', BODY)).searchParams.get('text')).toBe(BODY)
})
