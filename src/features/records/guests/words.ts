import type { AddressKind } from '#features/records/guests/rules.ts'

/* The messages of the way in. An owner reads them, mostly on a phone. */

/** A message as it leaves; a text has no subject. */
export type CodeWords = { subject: string; body: string }

type Sent = { code: string; link: string; origin: string }

const IGNORE = "If you didn't ask for it, do nothing: nobody gets in without it."

/** A code as people read it, in two halves. */
const spaced = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

/** A code and a link to sign in. What the link carries is in its fragment, which reaches no server's log. */
export function codeWords({ code, link, origin }: Sent, kind: AddressKind): CodeWords {
  const address = `${origin}/my/sign-in/link#${link}`
  if (kind === 'phone') return asText(`${spaced(code)} is your code for My horses. Or press the button here:\n${address}`, { code, origin })
  return {
    subject: `${spaced(code)} is your code for My horses`,
    body: [
      `Your code is ${spaced(code)}. Type it where you asked for it, within 10 minutes.`,
      `Or open this link and press the button. It works once, within half an hour:\n${address}`,
      IGNORE,
    ].join('\n\n'),
  }
}

/** A code that adds an address to a person's. There is no link: pressed by its owner it would give what is theirs to the requester. */
export function addWords({ code, origin }: Omit<Sent, 'link'>, kind: AddressKind): CodeWords {
  if (kind === 'phone') return asText(`${spaced(code)} adds this number to My horses. If it wasn't you, tell nobody.`, { code, origin })
  return {
    subject: `${spaced(code)} adds this address to My horses`,
    body: [
      `Somebody, we hope you, is adding this address to theirs in My horses. The code is ${spaced(code)}. Type it where you asked for it, within 10 minutes.`,
      "If it wasn't you, tell nobody the code: whoever has it would see what your farrier keeps for this address.",
    ].join('\n\n'),
  }
}

/** The notice of a new device, to the other addresses of the person who signed in. */
export function deviceWords({ link, origin }: Omit<Sent, 'code'>, kind: AddressKind): CodeWords {
  const address = `${origin}/my/not-me#${link}`
  const said = 'Somebody has just signed in to My horses with another of your addresses.'
  if (kind === 'phone') return { subject: '', body: `${said} Wasn't you? This signs everybody out:\n${address}` }
  return {
    subject: 'Somebody has signed in to My horses',
    body: [
      `${said} If it was you, there is nothing to do.`,
      `If it wasn't you, open this link and press the button. It signs everybody out:\n${address}`,
    ].join('\n\n'),
  }
}

/** To an e-mail address that is unknown here. */
export const unknownMail = (origin: string): CodeWords => ({
  subject: 'Signing in to My horses',
  body: [
    `Somebody, perhaps you, asked for a code for this address at ${origin}. No farrier here has it, so there is nothing to sign in to.`,
    "If you expected something, ask your farrier which e-mail address or mobile number they have for you. If it wasn't you, do nothing.",
  ].join('\n\n'),
})

/** Phones fill in a code automatically from a last line of this form, on pages of that host alone. */
const asText = (words: string, { code, origin }: Omit<Sent, 'link'>): CodeWords => ({
  subject: '',
  body: `${words}\n\n@${new URL(origin).hostname} #${code}`,
})
