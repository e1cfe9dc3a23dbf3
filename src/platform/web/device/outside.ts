import { telHref } from '#lib/phone-links.ts'
import { capability, type OutsideLink } from '#platform/web/device/device.ts'

/** A real link out of the app, to a web page or another program: spread over an `a`. */
export const outside = capability('outside', (href) => ({ href }))

/** Rings a number; what is no figure in it is left out. */
export const callLink = (number: string): OutsideLink => outside(telHref(number))

/** Opens the device's own messages; without a number the person is chosen there. `body`: words in place. */
export const textLink = (number: string | null, body?: string): OutsideLink =>
  outside(body === undefined ? `sms:${number ?? ''}` : smsHref(number, body, isApple(navigator.userAgent)))

/** Opens the device's own mail. */
export const mailLink = (to: string): OutsideLink => outside(`mailto:${to}`)

/** Leaves for another site, which leads back to the app. */
export const goOutside = capability('goOutside', (address) => window.location.assign(address))

/** Apple reads the words after `&`, everyone else after `?` (RFC 5724). */
export const smsHref = (number: string | null, body: string, isForApple: boolean): string =>
  `sms:${number ?? ''}${isForApple ? '&' : '?'}body=${encodeURIComponent(body)}`

/** An iPad calls itself a Macintosh, and a Mac's messages read links as an iPhone's do. */
export const isApple = (userAgent: string): boolean => /iPhone|iPad|iPod|Macintosh/.test(userAgent)
