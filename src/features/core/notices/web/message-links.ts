/**
 * Opens the phone's own messages with the words in place. Apple reads the words after `&`, everyone else after `?` (RFC 5724). Without a
 * number the person is chosen there.
 */
export const smsLink = (phone: string | null, body: string, isApple: boolean): string =>
  `sms:${phone ?? ''}${isApple ? '&' : '?'}body=${encodeURIComponent(body)}`

/** Opens WhatsApp with the words in place; without a number the person is chosen there. */
export const whatsAppLink = (phone: string | null, body: string): string =>
  `https://wa.me/${(phone ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(body)}`

/** An iPad calls itself a Macintosh, and a Mac's messages read links as an iPhone's do. */
export const isApple = (userAgent: string): boolean => /iPhone|iPad|iPod|Macintosh/.test(userAgent)
