/** An address that rings a number. */
export const telHref = (number: string): string => `tel:${plain(number)}`

/** An address that begins a text to a number. */
export const textHref = (number: string): string => `sms:${plain(number)}`

const plain = (number: string) => number.replace(/[^\d+]/g, '')
