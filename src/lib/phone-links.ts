/** An address that rings a number. */
export const telHref = (number: string): string => `tel:${plain(number)}`

/** An address that begins a text to a number. */
export const textHref = (number: string): string => `sms:${plain(number)}`

/** An address that begins a text of these words; to whom, its sender chooses. */
export const wordsHref = (words: string): string => `sms:?&body=${encodeURIComponent(words)}`

/** An address that begins an e-mail of these words; to whom, its sender chooses. */
export const mailHref = (subject: string, words: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(words)}`

/** An address as it is read, a British number as 07700 900118. */
export const readableAddress = (address: string): string => address.replace(/^\+44(\d{4})(\d+)$/, '0$1 $2')

const plain = (number: string) => number.replace(/[^\d+]/g, '')
